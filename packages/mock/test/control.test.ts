/** Overrides and the request log over HTTP, outside the base path. */
import { createMock, SettingError } from '@aispm/mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRevision } from './small-contract.ts';
import { BASE, expectError, ORIGIN, paths, TOKEN } from './support.ts';

const mock = await createMock();
const OVERRIDES = `${ORIGIN}/__mock/overrides`;
const REQUESTS = `${ORIGIN}/__mock/requests`;

/** A request in the request log. */
interface Recorded {
  id: number;
  operation?: string;
  status?: number;
  body?: string;
}

const json = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const get = (path: string) => mock.fetch(`${BASE}${path}`, { headers: TOKEN });
const readRequests = async (query = '') =>
  ((await (await mock.fetch(`${REQUESTS}${query}`)).json()) as { items: Recorded[] }).items;

beforeEach(async () => {
  await mock.fetch(OVERRIDES, { method: 'DELETE' });
  await mock.fetch(REQUESTS, { method: 'DELETE' });
});

describe('/__mock/overrides', () => {
  it('adds, lists and removes overrides', async () => {
    const created = await mock.fetch(OVERRIDES, json({ operation: 'listRules', status: 429, times: 2 }));
    const { id } = (await created.json()) as { id: string };
    expect([created.status, created.headers.get('location')]).toEqual([201, `/__mock/overrides/${id}`]);
    await expectError(await get(paths.rules), 429);
    expect(await (await mock.fetch(OVERRIDES)).json()).toEqual({
      items: [{ id, operation: 'listRules', status: 429, times: 1 }],
    });
    const path = `${OVERRIDES}/${id}`;
    expect((await mock.fetch(path, { method: 'DELETE' })).status).toBe(204);
    const { message } = await expectError(await mock.fetch(path, { method: 'DELETE' }), 404);
    expect(message).toContain('GET /__mock/overrides lists');
    expect((await get(paths.rules)).status).toBe(200);
  });

  it('removes all overrides, or the overrides of one operation', async () => {
    for (const operation of ['listRules', 'listAgents']) {
      await mock.fetch(OVERRIDES, json({ operation, status: 500, body: { code: 500, message: 'Failed.' } }));
    }
    const list = async () => ((await (await mock.fetch(OVERRIDES)).json()) as { items: unknown[] }).items.length;
    await mock.fetch(`${OVERRIDES}?operation=listRules`, { method: 'DELETE' });
    expect(await list()).toBe(1);
    await mock.fetch(OVERRIDES, { method: 'DELETE' });
    expect(await list()).toBe(0);
  });

  it.each<[string, RequestInit, number, RegExp]>([
    ['an undeclared status', json({ operation: 'listRules', status: 418 }), 400, /status must be one .*got 418/],
    ['a body against the schema', json({ operation: 'listRules', status: 200, body: [] }), 400, /body must be object/],
    ['an unknown operation', json({ operation: 'x', status: 500 }), 400, /no operation "x"\. Use one of/],
    ['no operation', json({ status: 500 }), 400, /object with an operation and a status/],
    ['no object', json([]), 400, /object with an operation and a status/],
    ['malformed JSON', { ...json({}), body: '{' }, 400, /JSON/],
    ['another media type', { ...json({}), headers: { 'content-type': 'text/plain' } }, 415, /application\/json/],
    ['an unknown method', { method: 'PATCH' }, 405, /does not support PATCH, only GET, POST, DELETE/],
  ])('rejects %s', async (_, init, status, message) => {
    expect((await expectError(await mock.fetch(OVERRIDES, init), status)).message).toMatch(message);
  });
});

describe('the query', () => {
  it.each([
    ['GET', 'requests?op=listRules', /op is not a parameter/],
    ['GET', 'requests?operation=listRule', /no operation "listRule"\. Did you mean listRules/],
    ['DELETE', 'requests?operation=listRules', /operation is not a parameter/],
    ['DELETE', 'overrides?operations=listRules', /operations is not a parameter .*did you mean operation\?/],
    ['DELETE', 'overrides?operation=listRule', /no operation "listRule"/],
    ['DELETE', 'overrides?operation=listRules&operation=listAgents', /must occur once/],
    ['DELETE', 'overrides/1?force=true', /force is not a parameter/],
    ['GET', 'overrides?operation=listRules', /operation is not a parameter/],
    ['POST', 'reset?token=t', /token is not a parameter/],
  ])('is checked: %s /__mock/%s', async (method, path, expected) => {
    const own = await createMock({ stateful: true });
    own.override('listRules', { status: 500 });
    const response = await own.fetch(`${ORIGIN}/__mock/${path}`, { method });
    expect((await expectError(response, 400)).message).toMatch(expected);
    expect((await own.fetch(`${BASE}${paths.rules}`, { headers: TOKEN })).status).toBe(500);
  });
});

describe('/__mock/requests', () => {
  it('lists the requests to the API, without credentials', async () => {
    await get(`${paths.rules}?page_size=1`);
    await get('/no/such/path');
    await mock.fetch(`${BASE}${paths.agentEvaluations}`, { ...json({ agent_id: 3 }) });
    const recorded = await readRequests();
    expect(recorded).toMatchObject([
      { id: 1, method: 'GET', operation: 'listRules', status: 200, url: `${mock.basePath}${paths.rules}?page_size=1` },
      { id: 2, status: 404 },
      { id: 3, method: 'POST', operation: 'createAgentEvaluation', status: 401, body: '{"agent_id":3}' },
    ]);
    expect(JSON.stringify(recorded)).not.toContain('some-token');
    expect(recorded[1]?.operation).toBeUndefined();
    expect(await readRequests('?operation=listRules')).toHaveLength(1);
    expect(mock.requests('listRules')).toMatchObject([{ id: 1, time: expect.stringMatching(/^\d{4}-.*Z$/) }]);
  });

  it('omits credentials anywhere in a request', async () => {
    const { length } = mock.requests();
    await mock.fetch(`${ORIGIN}${mock.basePath}${paths.rules}?a=1&__token=secret-2&b=2#c`, {
      headers: { authorization: 'Bearer secret-3', cookie: 'secret-4', 'x-mock-token': 'secret-5' },
    });
    const recorded = mock.requests()[length];
    expect(JSON.stringify(recorded)).not.toContain('secret');
    expect(recorded?.url).toContain('?a=1&__token=REDACTED&b=2');
  });

  it('omits requests to the control API, whether they succeed or fail', async () => {
    await mock.fetch(OVERRIDES);
    await mock.fetch(OVERRIDES, { method: 'PUT' });
    await mock.fetch(OVERRIDES, json({ operation: 'listRules', status: 418 }));
    await mock.fetch(`${ORIGIN}/healthz`, { method: 'PUT' });
    expect(await readRequests()).toEqual([]);
  });

  it('keeps the latest 1,000 requests', async () => {
    for (let i = 0; i < 1_005; i++) await get(`${paths.rules}?rule_name=n${i}`);
    const recorded = await readRequests();
    expect([recorded.length, recorded[0]?.id, recorded.at(-1)?.id]).toEqual([1_000, 6, 1_005]);
  });

  it('omits large bodies', async () => {
    await mock.fetch(`${BASE}${paths.agentEvaluations}`, json({ text: 'x'.repeat(8_192) }));
    expect((await readRequests())[0]?.body).toBeUndefined();
  });
});

describe('the control API', () => {
  it.each(['overrides', 'overrides/1', 'requests'])('allows pages of other origins: %s', async (path) => {
    const headers = { origin: 'https://app.test', 'access-control-request-method': 'DELETE' };
    const preflight = await mock.fetch(`${ORIGIN}/__mock/${path}`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
    const { headers: exposed } = await mock.fetch(`${ORIGIN}/__mock/${path}`, {
      method: 'DELETE',
      headers: { origin: 'https://app.test' },
    });
    expect(exposed.get('access-control-allow-origin')).toBe('https://app.test');
  });

  it('can be disabled', async () => {
    const closed = await createMock({ control: false, stateful: true });
    for (const path of ['overrides', 'requests', 'reset']) {
      await expectError(await closed.fetch(`${ORIGIN}/__mock/${path}`, { method: 'POST' }), 404);
    }
    expect(() => closed.override('listRules', { status: 500 })).not.toThrow();
  });

  it('can be protected with a token', async () => {
    const own = await createMock({ control: { token: 'secret' }, stateful: true });
    for (const [path, method] of [
      ['overrides', 'GET'],
      ['overrides', 'POST'],
      ['requests', 'GET'],
      ['reset', 'POST'],
    ] as const) {
      const send = (headers: Record<string, string>) => own.fetch(`${ORIGIN}/__mock/${path}`, { method, headers });
      const { message } = await expectError(await send({ 'x-mock-token': 'other' }), 401);
      expect(message).toContain('Send the header x-mock-token');
      await expectError(await send(TOKEN), 401);
      expect((await send({ 'x-mock-token': 'secret' })).status).not.toBe(401);
    }
  });

  it.each([{ token: '' }, { token: 'two words' }])('rejects %j', async (control) => {
    await expect(createMock({ control })).rejects.toThrow(SettingError);
  });

  it('does not hide a path of the contract', async () => {
    const contract = {
      ...createRevision({
        '/__mock/overrides': {
          get: { operationId: 'own', responses: { 200: { description: 'Fine.', content: {} } } },
        },
        '/healthz': {
          get: { operationId: 'health', responses: { 202: { description: 'Fine.' } } },
        },
      }),
      servers: [{ url: '/' }],
    };
    const own = await createMock({ contract });
    const response = await own.fetch(`${ORIGIN}/__mock/overrides`, { headers: TOKEN });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await own.fetch(`${ORIGIN}/healthz`, { headers: TOKEN })).status).toBe(202);
    expect((await own.fetch(`${ORIGIN}/__mock/requests`)).status).toBe(200);
  });
});
