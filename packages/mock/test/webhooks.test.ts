/** Webhooks: their secrets, URLs and states. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMock, type Mock } from '@aispm/mock';
import type { CreatedWebhook, Webhook } from '@aispm/types';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BASE } from './support.ts';

const LIST = '/webhooks/tenants/halden-freight/workspaces/production';
const NEW = { name: 'Desk', url: 'https://desk.example/hooks' };

let mock: Mock;
beforeEach(async () => {
  mock = await createMock({ stateful: true });
});

async function send<Body>(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
  const response = await mock.fetch(`${BASE}${LIST}${path}`, {
    method,
    headers: { authorization: 'Bearer t', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const create = async (body: object = {}) => (await send<CreatedWebhook>('POST', '', { ...NEW, ...body })).body;

describe('a webhook of the mock', () => {
  it('has defaults, and its secret is in no other response', async () => {
    const { secret, ...created } = await create();
    expect(created).toMatchObject({ ...NEW, kinds: [], severities: [], is_active: true, deactivation_reason: null });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await send('GET', `/${created.id}`)).body).toEqual(created);
    const { items } = (await send<{ items: Webhook[] }>('GET', '')).body;
    expect(items.map(({ name }) => name)).toEqual(['Desk', 'Security channel', 'Ticket desk']);
    expect(JSON.stringify(items)).not.toContain('whsec_');
  });

  it.each([
    ['http://desk.example/', 'must start with https://'],
    ['https://10.0.0.12/', 'must name a host: 10.0.0.12 is an address that the operator has not allowed'],
  ])('cannot have the URL %s', async (url, detail) => {
    const { status, body } = await send('POST', '', { ...NEW, url });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { reason: 'forbidden_url', details: { 'body/url': detail } },
    });
    const { id } = await create();
    expect((await send('PATCH', `/${id}`, { url })).status).toBe(422);
    expect((await send('GET', `/${id}`)).body).toHaveProperty('url', NEW.url);
  });

  it('can have a loopback URL, for tests', async () => {
    expect(await create({ url: 'http://127.0.0.1:8080/' })).toHaveProperty('url', 'http://127.0.0.1:8080/');
  });

  it('is activated and deactivated', async () => {
    const { id } = await create({ is_active: false });
    const before = (await send<Webhook>('GET', `/${id}`)).body;
    expect(before).toMatchObject({ deactivation_reason: 'requested', deactivated_at: expect.any(String) });
    expect((await send('PATCH', `/${id}`, { is_active: false })).body).toHaveProperty(
      'deactivated_at',
      before.deactivated_at,
    );
    expect((await send('PATCH', `/${id}`, { is_active: true })).body).toMatchObject({
      is_active: true,
      deactivated_at: null,
      deactivation_reason: null,
    });
  });

  it('keeps the reason why the service deactivated it', async () => {
    const id = '01a0d3f1-8c4e-7a21-b5d7-6e92f04c1a38';
    expect((await send('PATCH', `/${id}`, { is_active: false })).body).toHaveProperty(
      'deactivation_reason',
      'failures',
    );
  });

  it('gets a new secret, and the overlap can only get shorter', async () => {
    const { id, secret } = await create();
    const rotate = async (overlap_seconds: number) =>
      (await send<CreatedWebhook>('POST', `/${id}/rotate`, { overlap_seconds })).body;
    const first = await rotate(3_600);
    expect(first.secret).not.toBe(secret);
    const second = await rotate(7_200);
    expect(second.previous_secret_expires_at).toBe(first.previous_secret_expires_at);
    expect((await rotate(0)).previous_secret_expires_at).toBeNull();
  });

  it('is the 50th at most', async () => {
    for (let count = 2; count < 50; count += 1) await create();
    expect(await send('POST', '', NEW)).toMatchObject({ status: 422, body: { reason: 'limit_exceeded' } });
  });

  it('is unknown after its deletion', async () => {
    const { id } = await create();
    expect((await send('DELETE', `/${id}`)).status).toBe(204);
    expect((await send('GET', `/${id}`)).status).toBe(404);
  });
});

/** A receiver on loopback. */
async function startReceiver(status = 204) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Signs a request as Standard Webhooks define it. */
function sign(body: string, headers: IncomingHttpHeaders, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('an event that is requested', () => {
  it('is sent to the webhooks that select it, and can be verified', async () => {
    const { received, url } = await startReceiver();
    const { secret } = await create({ url, kinds: ['issue.opened'], severities: ['high'] });
    expect(await mock.sendEvent('issue.opened', { data: { definitive_severity: 'low' } })).not.toContainEqual(
      expect.objectContaining({ url }),
    );
    expect(await mock.sendEvent('scan.ended')).not.toContainEqual(expect.objectContaining({ url }));
    const sent = await mock.sendEvent('issue.opened', { data: { definitive_severity: 'high', rule_name: 'Mine' } });
    expect(sent).toContainEqual({ webhook_id: expect.any(String), url, status: 204, error: null });
    const [{ body, headers } = { body: '', headers: {} }] = received;
    expect(received).toHaveLength(1);
    expect(headers['webhook-signature']).toBe(sign(body, headers, secret));
    expect(JSON.parse(body)).toMatchObject({
      type: 'issue.opened',
      data: { rule_name: 'Mine', definitive_severity: 'high', tenant_id: 'halden-freight' },
    });
  });

  it('has two signatures during a rotation', async () => {
    const { received, url } = await startReceiver();
    const { id, secret } = await create({ url });
    const rotated = (await send<CreatedWebhook>('POST', `/${id}/rotate`, {})).body;
    await mock.sendEvent('rule.changed', { token: 't' });
    const [{ body, headers } = { body: '', headers: {} }] = received;
    expect(headers['webhook-signature']).toBe(`${sign(body, headers, rotated.secret)} ${sign(body, headers, secret)}`);
  });

  it('is sent in another process with the control API, which says what happened', async () => {
    const { url } = await startReceiver(500);
    await create({ url });
    await create({ url: 'http://127.0.0.1:1/' });
    const request = (body: object) =>
      mock.fetch('http://mock/__mock/events', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { items } = (await (await request({ type: 'export.ended', token: 't' })).json()) as { items: object[] };
    expect(items).toEqual([
      { webhook_id: expect.any(String), url: 'http://127.0.0.1:1/', status: null, error: expect.any(String) },
      { webhook_id: expect.any(String), url, status: 500, error: null },
    ]);
    for (const body of [
      {},
      { type: 'issue.lost' },
      { type: 'issue.opened', data: { severity: 'low' } },
      { type: 'issue.opened', to: 1 },
    ])
      expect((await request(body)).status).toBe(400);
  });

  it('is not sent to other machines', async () => {
    const { id } = await create({ url: 'https://desk.example/' });
    expect(await mock.sendEvent('issue.opened')).toContainEqual({
      webhook_id: id,
      url: 'https://desk.example/',
      status: null,
      error: 'The mock only calls loopback addresses.',
    });
  });

  it('is not sent to an inactive or deleted webhook', async () => {
    const { received, url } = await startReceiver();
    const { id } = await create({ url, is_active: false });
    const deleted = await create({ url });
    await send('DELETE', `/${deleted.id}`);
    await mock.sendEvent('issue.opened');
    expect(received).toEqual([]);
    expect((await send('POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' })).status).toBe(409);
    await send('PATCH', `/${id}`, { is_active: true });
    expect((await send('POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' })).status).toBe(200);
  });
});
