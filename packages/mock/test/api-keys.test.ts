/** API keys: the access of a token, created keys, and the workspace that the query selects. */
import { createMock, type Mock } from '@aispm/mock';
import type { ApiKey, CreatedApiKey } from '@aispm/types';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendSample } from './sample.ts';
import { BASE, expectError, operations } from './support.ts';

const PRODUCTION = { tenant_id: 'halden-freight', workspace_id: 'production' };
const STAGING = { ...PRODUCTION, workspace_id: 'staging' };
const workspaces = { 'halden-freight': ['production', 'staging'] };
const LEVELS = ['read', 'write', 'admin'] as const;

const tokens = {
  read: { access: 'read', workspaces },
  write: { access: 'write', workspaces },
  admin: { access: 'admin', workspaces },
} as const;
const restricted = await createMock({ tokens });

/** Sends a request; a body is sent as JSON. */
async function request(mock: Mock, token: string, method: string, path: string, body?: object) {
  const response = await mock.fetch(`${BASE}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const query = (workspace: object) => `?${new URLSearchParams({ ...workspace })}`;

describe('a token', () => {
  it.each(LEVELS)('with %s access may call the operations that it includes', async (access) => {
    const rejected: string[] = [];
    for (const operation of operations) {
      const { status, reason } = await sendSample(restricted, operation, access);
      if (reason !== 'insufficient_access') continue;
      expect(status).toBe(403);
      rejected.push(`${operation.method} ${operation.path}`);
    }
    const required = ({ method, path }: (typeof operations)[number]) =>
      /^\/(?:api-keys|audit-entries|webhooks)\b/.test(path) ? 'admin' : method === 'get' ? 'read' : 'write';
    const rank = (level: (typeof LEVELS)[number]) => LEVELS.indexOf(level);
    const expected = operations.filter((operation) => rank(required(operation)) > rank(access));
    expect(rejected).toEqual(expected.map(({ method, path }) => `${method} ${path}`));
    expect(rejected.length > 0).toBe(access !== 'admin');
  });

  it('is described by GET /me', async () => {
    expect((await request(restricted, 'read', 'GET', '/me')).body).toMatchObject({
      access: 'read',
      workspaces: [
        { ...PRODUCTION, is_default: true },
        { ...STAGING, is_default: false },
      ],
    });
  });

  it('is rejected at startup when the contract does not define its access', async () => {
    const unknown = { owner: { access: 'owner', workspaces } } as never;
    await expect(createMock({ tokens: unknown })).rejects.toThrow('must be one of read, write, admin');
  });
});

describe('the query', () => {
  it('selects a workspace with both parameters, and rejects either one alone', async () => {
    const send = (search: string) => request(restricted, 'read', 'GET', `/aispm-dashboard${search}`);
    expect((await send('')).status).toBe(200);
    expect((await send(query(STAGING))).status).toBe(200);
    expect(await send('?tenant_id=halden-freight')).toMatchObject({
      status: 400,
      body: { reason: 'invalid_parameter', details: { 'query/workspace_id': 'is required with tenant_id' } },
    });
    expect((await send(query({ ...STAGING, workspace_id: 'other' }))).status).toBe(403);
    expect((await send(query({ tenant_id: 'other', workspace_id: 'production' }))).status).toBe(403);
  });

  it('selects the workspace of stored views', async () => {
    const mock = await createMock({ stateful: true, tokens });
    const body = { name: 'There', entity: 'agents' };
    const created = await request(mock, 'write', 'POST', `/views${query(STAGING)}`, body);
    const location = created.headers.get('location')?.replace(mock.basePath, '') ?? '';
    expect(location).toContain('workspace_id=staging');
    expect((await request(mock, 'write', 'GET', location)).body).toEqual(created.body);
    expect((await request(mock, 'write', 'GET', `/views/${created.body.id}`)).status).toBe(404);
    expect((await request(mock, 'write', 'GET', `/views/${created.body.id}${query(PRODUCTION)}`)).status).toBe(404);

    const byDefault = await request(mock, 'write', 'POST', '/views', body);
    expect((await request(mock, 'write', 'GET', `/views/${byDefault.body.id}${query(PRODUCTION)}`)).status).toBe(200);
  });
});

describe('a created API key', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const newKey = { name: 'Report', access: 'read', workspaces: [STAGING, PRODUCTION] };
  const create = async (mock: Mock, overrides: object = {}, token = 'any') =>
    (await request(mock, token, 'POST', '/api-keys', { ...newKey, ...overrides })).body as CreatedApiKey;

  it('is a token with its access, its workspaces and the records of its creator', async () => {
    const mock = await createMock({ stateful: true });
    const view = await request(mock, 'any', 'POST', `/views${query(STAGING)}`, { name: 'Mine', entity: 'agents' });
    const { secret } = await create(mock);
    expect((await request(mock, secret, 'GET', '/me')).body).toMatchObject({
      name: 'Report',
      access: 'read',
      workspaces: [
        { ...STAGING, is_default: true },
        { ...PRODUCTION, is_default: false },
      ],
    });
    expect((await request(mock, secret, 'POST', '/views', { name: 'No', entity: 'agents' })).body.reason).toBe(
      'insufficient_access',
    );
    expect((await request(mock, secret, 'GET', '/rules/tenants/halden-freight/workspaces/other')).status).toBe(403);
    expect(view.status).toBe(201);
  });

  it('shows its secret only once, and is rejected after its deletion', async () => {
    const mock = await createMock({ stateful: true });
    const { secret, ...key } = await create(mock);
    const { body } = await request(mock, 'any', 'GET', '/api-keys?page_size=100');
    expect((body.items as ApiKey[])[0]).toEqual(key);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await request(mock, 'any', 'GET', `/api-keys/${key.id}`)).body).toEqual(key);
    expect((await request(mock, 'any', 'DELETE', `/api-keys/${key.id}`)).status).toBe(204);
    expect((await request(mock, secret, 'GET', '/me')).body.reason).toBe('invalid_api_key');
  });

  it('cannot create a key with more access', async () => {
    const mock = await createMock({ stateful: true });
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { secret } = await create(mock, { access: 'admin', workspaces: [STAGING], expires_at });
    const send = (body: object) =>
      request(mock, secret, 'POST', '/api-keys', { ...newKey, workspaces: [STAGING], ...body });
    expect((await send({})).body.expires_at).toBe(expires_at);
    expect((await send({ expires_at: null })).body.reason).toBe('invalid_expiry');
    expect((await send({ expires_at: '2020-01-01T00:00:00Z' })).body.reason).toBe('invalid_expiry');
    expect((await send({ workspaces: [PRODUCTION] })).body.reason).toBe('workspace_access_denied');
  });

  it('with admin access is the last one of its tenant until another is created', async () => {
    const mock = await createMock({ stateful: true });
    const { items } = (await request(mock, 'any', 'GET', '/api-keys')).body as { items: ApiKey[] };
    const [last] = items.filter(({ access }) => access === 'admin');
    const remove = () => request(mock, 'any', 'DELETE', `/api-keys/${last?.id}`);
    expect(await remove()).toMatchObject({ status: 409, body: { reason: 'last_admin_key' } });
    await create(mock, { access: 'admin' });
    expect((await remove()).status).toBe(204);
  });

  it('gets another name, other workspaces and another expiry', async () => {
    const mock = await createMock({ stateful: true });
    const { secret, ...key } = await create(mock);
    const changes = { name: 'Board', workspaces: [PRODUCTION], expires_at: '2126-01-01T00:00:00Z' };
    const changed = await request(mock, 'any', 'PATCH', `/api-keys/${key.id}`, changes);
    const workspaces = [{ ...PRODUCTION, is_default: true }];
    expect(changed).toMatchObject({ status: 200, body: { ...key, ...changes, workspaces } });
    expect((await request(mock, secret, 'GET', '/me')).body).toMatchObject({ name: 'Board', workspaces });
    const update = (body: object, token = 'any') => request(mock, token, 'PATCH', `/api-keys/${key.id}`, body);
    expect((await update({ expires_at: '2020-01-01T00:00:00Z' })).body.reason).toBe('invalid_expiry');
    const other = await create(mock, { access: 'admin', workspaces: [PRODUCTION] });
    expect((await update({ workspaces: [STAGING] }, other.secret)).body.reason).toBe('workspace_access_denied');
  });

  it('gets a new secret, and keeps the previous one until its overlap ends', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
    const mock = await createMock({ stateful: true });
    const { secret: first, id } = await create(mock);
    const rotate = async (body: object) =>
      (await request(mock, 'any', 'POST', `/api-keys/${id}/rotate`, body)).body as CreatedApiKey;
    const use = async (...secrets: string[]) =>
      Promise.all(secrets.map(async (secret) => (await request(mock, secret, 'GET', '/me')).status));
    const { secret: second, previous_secret_expires_at: end } = await rotate({ overlap_seconds: 3600 });
    expect(end).toBe('2026-11-20T13:00:00.000Z');
    expect(await use(second, first)).toEqual([200, 200]);
    // As after a lost response: only the newest secret is replaced.
    const { secret: third, ...again } = await rotate({});
    expect(again.previous_secret_expires_at).toBe(end);
    expect(await use(third, second, first)).toEqual([200, 401, 200]);
    vi.setSystemTime(new Date('2026-11-20T13:00:00Z'));
    expect(await use(third, first)).toEqual([200, 401]);
    expect((await request(mock, 'any', 'GET', `/api-keys/${id}`)).body.previous_secret_expires_at).toBeNull();
    const { secret: fourth } = await rotate({ overlap_seconds: 0 });
    expect(await use(fourth, third)).toEqual([200, 401]);
  });

  it('is unknown after a reset', async () => {
    const mock = await createMock({ stateful: true, tokens });
    const { secret } = await create(mock, {}, 'admin');
    expect((await request(mock, secret, 'GET', '/me')).status).toBe(200);
    await mock.fetch('http://mock.test/__mock/reset', { method: 'POST' });
    const response = await mock.fetch(`${BASE}/me`, { headers: { authorization: `Bearer ${secret}` } });
    await expectError(response, 401);
  });
});
