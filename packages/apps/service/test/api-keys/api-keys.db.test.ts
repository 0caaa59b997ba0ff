/** The current user, and the operations on API keys. */
import { randomUUID } from 'node:crypto';
import {
  type Client,
  createApiKey,
  deleteApiKey,
  getAispmDashboard,
  getApiKey,
  getCurrentUser,
  listApiKeys,
  rotateApiKey,
  updateApiKey,
} from '@aispm/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../../src/composition/workspaces.ts';
import { CACHE_MS } from '../../src/platform/keys/authenticator.ts';
import { parseKeyId } from '../../src/platform/keys/key.ts';
import type { KeyOptions } from '../../src/platform/keys/store.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { findSecretPart } from '../keys.ts';
import { startService, type TestService } from '../service.ts';

interface Workspace {
  tenant_id: string;
  workspace_id: string;
}

const HOUR = 3_600_000;

const toScope = ({ tenant_id, workspace_id }: Workspace) => ({
  tenantId: tenant_id,
  workspaceId: workspace_id,
});
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

describeOnDatabases('API keys', (kind) => {
  let service: TestService;
  let admin: Client;
  let adminKey: string;
  let production: Workspace;
  let staging: Workspace;
  let other: Workspace;

  /** Creates a key as the command line does. */
  const issue = (workspaces: Workspace[], options: Omit<KeyOptions, 'workspaces'> = {}) =>
    createKey(service.database, { workspaces: workspaces.map(toScope), ...options });

  beforeAll(async () => {
    service = await startService(kind);
  });
  // Each test has its own tenants.
  beforeEach(async () => {
    const [tenant_id, otherTenant] = [randomUUID(), randomUUID()];
    production = { tenant_id, workspace_id: 'production' };
    staging = { tenant_id, workspace_id: 'staging' };
    other = { tenant_id: otherTenant, workspace_id: 'main' };
    adminKey = await issue([production, staging], { userId: 'ann', name: 'First' });
    admin = service.client(adminKey);
  });
  afterAll(() => service?.close());

  const newKey = (overrides: object = {}) =>
    createApiKey(admin, { body: { name: 'Report', access: 'read', workspaces: [production], ...overrides } });

  it('describe their user, access and workspaces', async () => {
    expect(await getCurrentUser(admin, {})).toEqual({
      user_id: 'ann',
      name: 'First',
      access: 'admin',
      expires_at: null,
      workspaces: [
        { ...production, is_default: true },
        { ...staging, is_default: false },
      ],
    });
  });

  it('are created, used, listed and deleted', async () => {
    const expires_at = '2099-12-31T23:59:59.5Z';
    const { secret, ...key } = await newKey({ workspaces: [staging, production], expires_at });
    expect(key).toMatchObject({ name: 'Report', access: 'read', user_id: 'ann', expires_at, last_used_at: null });
    expect(key.workspaces).toEqual([
      { ...staging, is_default: true },
      { ...production, is_default: false },
    ]);
    expect(parseKeyId(secret)).toBe(key.id);
    expect(await getCurrentUser(service.client(secret), {})).toMatchObject({ user_id: 'ann', access: 'read' });

    expect(await getApiKey(admin, { id: key.id })).toMatchObject({ ...key, last_used_at: expect.anything() });
    const { items } = await listApiKeys(admin, {});
    expect(items.map(({ name }) => name)).toEqual(['Report', 'First']);

    await deleteApiKey(admin, { id: key.id });
    await expect(getApiKey(admin, { id: key.id })).rejects.toMatchObject({ status: 404 });
    await expect(deleteApiKey(admin, { id: key.id })).rejects.toMatchObject({ status: 404 });
    expect((await listApiKeys(admin, {})).items.map(({ name }) => name)).toEqual(['First']);
    service.clock.advance(CACHE_MS + 1);
    expect((await service.send('/me', { token: secret })).status).toBe(401);
  });

  it('get another name, other workspaces and another expiry, which apply to the next requests', async () => {
    const { secret, ...key } = await newKey();
    expect(await updateApiKey(admin, { id: key.id, body: { name: 'Board' } })).toEqual({ ...key, name: 'Board' });
    const expires_at = inHours(1);
    const body = { workspaces: [staging, production], expires_at };
    const changed = await updateApiKey(admin, { id: key.id, body });
    expect(changed).toEqual({
      ...key,
      name: 'Board',
      expires_at: expect.any(String),
      workspaces: [
        { ...staging, is_default: true },
        { ...production, is_default: false },
      ],
    });
    expect(Date.parse(String(changed.expires_at))).toBe(Date.parse(expires_at));
    service.clock.advance(CACHE_MS + 1);
    const { workspaces } = await getCurrentUser(service.client(secret), {});
    expect(workspaces).toEqual(changed.workspaces);
    const unlimited = await updateApiKey(admin, { id: key.id, body: { expires_at: null } });
    expect(unlimited.expires_at).toBeNull();
  });

  it('grant no more than the key that changes them', async () => {
    const { id } = await newKey();
    const update = (body: object) => updateApiKey(admin, { id, body });
    await expect(update({ workspaces: [other] })).rejects.toMatchObject({ status: 403 });
    await expect(update({ expires_at: inHours(-1) })).rejects.toMatchObject({ status: 422 });
    const limited = service.client(await issue([production], { expiresAt: new Date(inHours(2)) }));
    const later = { id, body: { expires_at: inHours(3) } };
    await expect(updateApiKey(limited, later)).rejects.toMatchObject({ status: 422 });
    await expect(updateApiKey(limited, { id, body: { expires_at: null } })).rejects.toMatchObject({ status: 422 });
    expect(await updateApiKey(limited, { id, body: { name: 'Renamed' } })).toMatchObject({ expires_at: null });
    const foreign = service.client(await issue([other]));
    await expect(updateApiKey(foreign, { id, body: { name: 'Mine' } })).rejects.toMatchObject({ status: 404 });
    await expect(rotateApiKey(foreign, { id, body: {} })).rejects.toMatchObject({ status: 404 });
  });

  it('stay in a tenant that has no other key that manages keys', async () => {
    const both = service.client(await issue([production, other], { userId: 'ann' }));
    const { id } = await createApiKey(both, {
      body: { name: 'Both', access: 'admin', workspaces: [production, other] },
    });
    // The command line has created another one for each tenant.
    await updateApiKey(both, { id, body: { workspaces: [production] } });
    const [last] = (await listApiKeys(both, {})).items.filter(({ workspaces }) => workspaces.length === 2);
    const narrow = { id: String(last?.id), body: { workspaces: [production] } };
    await expect(updateApiKey(both, narrow)).rejects.toMatchObject({ status: 409, reason: 'last_admin_key' });
    expect((await getApiKey(both, { id: narrow.id })).workspaces).toHaveLength(2);
  });

  it('get a new secret, and keep the previous one until its overlap ends', async () => {
    const { secret: first, ...key } = await newKey();
    const use = async (token: string) => (await service.send('/me', { token })).status;
    expect(await use(first)).toBe(200);
    const { secret: second, ...rotated } = await rotateApiKey(admin, { id: key.id, body: { overlap_seconds: 3600 } });
    expect(rotated).toEqual({
      ...key,
      last_used_at: expect.any(String),
      previous_secret_expires_at: expect.any(String),
    });
    expect(parseKeyId(second)).toBe(key.id);
    const end = Date.parse(String(rotated.previous_secret_expires_at));
    expect(Math.abs(end - Date.parse(inHours(1)))).toBeLessThan(HOUR / 2);
    // At once, although the key is cached.
    expect([await use(second), await use(first)]).toEqual([200, 200]);
    service.clock.advance(CACHE_MS + 1);
    expect([await use(second), await use(first)]).toEqual([200, 200]);

    // As after a lost response: only the newest secret is replaced.
    const { secret: third, previous_secret_expires_at } = await rotateApiKey(admin, { id: key.id, body: {} });
    expect(previous_secret_expires_at).toBe(rotated.previous_secret_expires_at);
    service.clock.advance(CACHE_MS + 1);
    expect([await use(third), await use(second), await use(first)]).toEqual([200, 401, 200]);

    const last = await rotateApiKey(admin, { id: key.id, body: { overlap_seconds: 0 } });
    expect(last.previous_secret_expires_at).toBeNull();
    service.clock.advance(CACHE_MS + 1);
    expect([await use(last.secret), await use(third), await use(first)]).toEqual([200, 401, 401]);
  });

  it('overlap no longer than until they expire', async () => {
    const expires_at = inHours(1);
    const { id } = await newKey({ expires_at });
    const { previous_secret_expires_at } = await rotateApiKey(admin, { id, body: {} });
    expect(Date.parse(String(previous_secret_expires_at))).toBe(Date.parse(expires_at));
  });

  it('are only rotated by a key of the same user that does not expire earlier, or by themselves', async () => {
    const { id } = await newKey();
    const colleague = service.client(await issue([production, staging], { userId: 'ben' }));
    const rotate = (client: Client) => rotateApiKey(client, { id, body: {} });
    await expect(rotate(colleague)).rejects.toMatchObject({ status: 403, reason: 'insufficient_access' });
    const key = await issue([production], { userId: 'ann', expiresAt: new Date(inHours(1)) });
    const limited = service.client(key);
    await expect(rotate(limited)).rejects.toMatchObject({ status: 422, reason: 'invalid_expiry' });
    const own = await rotateApiKey(limited, { id: String(parseKeyId(key)), body: {} });
    expect(own.secret).not.toBe(key);
  });

  it('are paged, the newest first', async () => {
    for (const name of ['a', 'b', 'c']) await newKey({ name });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listApiKeys(admin, { page_size: 2, include_total: true, ...(cursor && { cursor }) });
      expect(page.total).toBe(4);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.cursor;
    } while (cursor);
    expect(names).toEqual(['c', 'b', 'a', 'First']);
  });

  it('only appear with their secret in the first response, and never in a table', async () => {
    const { secret, id } = await newKey();
    const hidden = findSecretPart(secret);
    for (const path of ['/me', '/api-keys', `/api-keys/${id}`]) {
      const response = await service.send(path, { token: adminKey });
      expect(await response.text()).not.toContain(hidden);
    }
    const tables = await service.database.system((db) =>
      sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db),
    );
    expect(tables.rows.length).toBeGreaterThan(10);
    for (const { name } of tables.rows) {
      const { rows } = await service.database.system((db) =>
        sql`SELECT 1 FROM ${sql.table(name)} AS stored WHERE stored::text LIKE ${`%${hidden}%`}`.execute(db),
      );
      expect(rows, name).toEqual([]);
    }
  });

  it('ignore an Idempotency-Key, so no response with a secret is stored', async () => {
    const body = JSON.stringify({ name: 'Report', access: 'read', workspaces: [production] });
    const create = () =>
      service.send('/api-keys', {
        method: 'POST',
        token: adminKey,
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      });
    const ids = [await create(), await create()].map(
      async (response) => ((await response.json()) as { id: string }).id,
    );
    expect(new Set(await Promise.all(ids)).size).toBe(2);
    const { rows } = await service.database.system((db) =>
      sql`SELECT 1 FROM idempotency_keys WHERE idempotency_key = 'one'`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  it('record their last use to the minute, with one write per minute', async () => {
    await getCurrentUser(admin, {});
    const id = parseKeyId(adminKey) as string;
    await expect.poll(async () => (await getApiKey(admin, { id })).last_used_at).toMatch(/:00(\.000)?Z$/);
    // A write would set the time back.
    const before = '2026-01-01T00:00:00.000Z';
    await service.database.system((db) =>
      db.updateTable('api_keys').set({ last_used_at: before }).where('key_id', '=', id).execute(),
    );
    for (let use = 0; use < 20; use += 1) await getCurrentUser(admin, {});
    const { last_used_at } = await getApiKey(admin, { id });
    // The minute may have ended in the meantime.
    expect([before, new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()]).toContain(
      new Date(last_used_at as string).toISOString(),
    );
  });

  describe('cannot create a stronger key:', () => {
    it('a workspace without access is rejected without revealing whether it exists', async () => {
      await issue([other]);
      const never = { ...other, workspace_id: 'never' };
      const rejections = await Promise.all(
        [[other], [never], [production, other], [{ ...production, workspace_id: 'main' }]].map((workspaces) =>
          newKey({ workspaces }).catch((error: { status: number; body: object }) => [error.status, error.body]),
        ),
      );
      for (const rejection of rejections) {
        expect(rejection).toEqual([403, expect.objectContaining({ reason: 'workspace_access_denied' })]);
        expect(rejection).toEqual(rejections[0]);
      }
    });

    it.each(['read', 'write'] as const)('a key with %s access cannot create keys', async (access) => {
      const client = service.client(await issue([production], { access }));
      const body = { name: 'Report', access: 'read' as const, workspaces: [production] };
      await expect(createApiKey(client, { body })).rejects.toMatchObject({
        status: 403,
        body: { reason: 'insufficient_access' },
      });
    });

    it('an expiring key cannot create a key that outlives it', async () => {
      const own = inHours(2);
      const client = service.client(await issue([production], { expiresAt: new Date(own) }));
      const create = (expiry: object) =>
        createApiKey(client, { body: { name: 'Report', access: 'read', workspaces: [production], ...expiry } });
      const rejection = { status: 422, body: { reason: 'invalid_expiry' } };
      await expect(create({ expires_at: inHours(3) })).rejects.toMatchObject(rejection);
      await expect(create({ expires_at: null })).rejects.toMatchObject(rejection);
      await expect(create({ expires_at: inHours(-1) })).rejects.toMatchObject(rejection);
      expect(Date.parse((await create({})).expires_at as string)).toBe(Date.parse(own));
      expect(Date.parse((await create({ expires_at: inHours(1) })).expires_at as string)).toBeLessThan(Date.parse(own));
    });

    it('a key that was just deleted cannot create keys, even while it is cached', async () => {
      const key = await issue([production]);
      const client = service.client(key);
      await getCurrentUser(client, {});
      await deleteApiKey(admin, { id: parseKeyId(key) as string });
      const body = { name: 'Successor', access: 'admin' as const, workspaces: [production] };
      await expect(createApiKey(client, { body })).rejects.toMatchObject({ status: 401 });
      const { id } = await newKey();
      await expect(deleteApiKey(client, { id })).rejects.toMatchObject({ status: 401 });
    });
  });

  it('do not reveal keys of other workspaces: foreign, deleted and unknown keys get the same responses', async () => {
    const foreign = parseKeyId(await issue([other])) as string;
    const wider = parseKeyId(await issue([production, other])) as string;
    const sibling = { ...production, workspace_id: 'sandbox' };
    const widerInTenant = parseKeyId(await issue([production, sibling])) as string;
    const deleted = await newKey();
    await deleteApiKey(admin, { id: deleted.id });
    const ids = ['0123456789abcdef01', foreign, wider, widerInTenant, deleted.id];
    for (const method of ['GET', 'DELETE']) {
      const responses = await Promise.all(
        ids.map(async (id) => {
          const response = await service.send(`/api-keys/${id}`, { method, token: adminKey });
          return [response.status, [...response.headers.keys()], await response.text()];
        }),
      );
      for (const response of responses) expect(response).toEqual(responses[0]);
      expect(responses[0]?.[0]).toBe(404);
    }
    expect((await listApiKeys(admin, { include_total: true })).total).toBe(1);
  });

  describe('the last admin key of a tenant', () => {
    const own = () => parseKeyId(adminKey) as string;
    const rejection = { status: 409, body: { reason: 'last_admin_key' } };

    it('cannot be deleted, by itself or by another key', async () => {
      await newKey({ access: 'write' });
      await issue([production], { expiresAt: new Date(Date.now() - 1_000) });
      await issue([other]);
      await expect(deleteApiKey(admin, { id: own() })).rejects.toMatchObject(rejection);
      expect(await getCurrentUser(admin, {})).toMatchObject({ access: 'admin' });
    });

    it('can be deleted when there is another one, in any workspace of the tenant', async () => {
      await issue([staging]);
      await deleteApiKey(admin, { id: own() });
    });

    it('is protected in each of its tenants', async () => {
      const both = await issue([production, other]);
      const client = service.client(both);
      await expect(deleteApiKey(client, { id: parseKeyId(both) as string })).rejects.toMatchObject(rejection);
    });

    it('can be deleted once it has expired', async () => {
      const expired = await issue([production], { expiresAt: new Date(Date.now() - 1_000) });
      await deleteApiKey(admin, { id: parseKeyId(expired) as string });
    });

    it('remains when all keys are deleted concurrently', async () => {
      for (let round = 0; round < 10; round += 1) {
        const tenant_id = randomUUID();
        const keys = await Promise.all(['a', 'a', 'b', 'b'].map(() => issue([{ tenant_id, workspace_id: 'w' }])));
        const statuses = await Promise.all(
          keys.map(async (key, index) => {
            const next = keys[(index + 1) % keys.length] as string;
            const { status } = await service.send(`/api-keys/${parseKeyId(next)}`, { method: 'DELETE', token: key });
            return status;
          }),
        );
        expect(
          statuses.every((status) => [204, 401, 404, 409].includes(status)),
          statuses.join(),
        ).toBe(true);
        const { rows } = await service.database.system((db) =>
          sql<{ count: number }>`SELECT count(*)::int AS count FROM api_keys JOIN api_key_grants USING (key_id)
            WHERE tenant_id = ${tenant_id} AND revoked_at IS NULL`.execute(db),
        );
        expect(rows[0]?.count).toBeGreaterThanOrEqual(1);
      }
    });

    it('remains when two keys delete themselves concurrently', async () => {
      for (let round = 0; round < 10; round += 1) {
        const workspace = { tenant_id: randomUUID(), workspace_id: 'w' };
        const keys = await Promise.all([issue([workspace]), issue([workspace])]);
        const statuses = await Promise.all(
          keys.map(async (key) => {
            const path = `/api-keys/${parseKeyId(key)}`;
            return (await service.send(path, { method: 'DELETE', token: key })).status;
          }),
        );
        expect(statuses.sort()).toEqual([204, 409]);
      }
    });
  });

  it('select the workspace of the dashboard with both parameters or neither', async () => {
    const { tenant_id } = production;
    const request = (query: string) => service.send(`/aispm-dashboard${query}`, { token: adminKey });
    expect((await request('')).status).toBe(200);
    expect((await request(`?tenant_id=${tenant_id}&workspace_id=staging`)).status).toBe(200);
    expect((await request(`?tenant_id=${tenant_id}&workspace_id=never`)).status).toBe(403);
    expect((await request(`?tenant_id=${tenant_id}&tenant_id=${tenant_id}&workspace_id=staging`)).status).toBe(400);
    for (const [query, missing] of [
      [`?tenant_id=${tenant_id}`, 'query/workspace_id'],
      ['?workspace_id=production', 'query/tenant_id'],
    ]) {
      const response = await request(query as string);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        reason: 'invalid_parameter',
        details: { [missing as string]: expect.stringContaining('is required with') },
      });
    }
    await expect(getAispmDashboard(admin, other)).rejects.toMatchObject({
      body: { reason: 'workspace_access_denied' },
    });
  });
});
