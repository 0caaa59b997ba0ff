/** The operations on webhooks. */
import { randomUUID } from 'node:crypto';
import {
  type Client,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  replayWebhook,
  rotateWebhook,
  updateWebhook,
} from '@aispm/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../../src/composition/workspaces.ts';
import { listSecrets } from '../../src/domains/webhooks/signing.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const NEW = { name: 'Desk', url: 'https://desk.example/hooks' };
const SETTINGS = { outgoingHosts: ['127.0.0.1:*', 'localhost:*', '10.1.2.3', '[::1]:9000'] };

describeOnDatabases('webhooks', (kind) => {
  let service: TestService;
  let admin: Client;
  let path: { tenant_id: string; workspace_id: string };

  beforeAll(async () => {
    service = await startService(kind, SETTINGS);
  });
  // Each test has its own workspace.
  beforeEach(async () => {
    path = { tenant_id: randomUUID(), workspace_id: 'main' };
    const workspaces = [{ tenantId: path.tenant_id, workspaceId: path.workspace_id }];
    admin = service.client(await createKey(service.database, { workspaces }));
  });
  afterAll(() => service?.close());

  const create = (body: Partial<Parameters<typeof createWebhook>[1]['body']> = {}) =>
    createWebhook(admin, { ...path, body: { ...NEW, ...body } });

  /** Returns the secrets that sign the events of a webhook now. */
  async function readSecrets(id: string): Promise<string[]> {
    const row = await service.database.system((db) =>
      db
        .selectFrom('webhooks')
        .select(['secret_salt', 'previous_secret_salt', 'previous_secret_expires_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    return listSecrets(service.service.services.webhookKey, row, new Date());
  }

  describe('a new webhook', () => {
    it('has defaults, and its secret is in no other response', async () => {
      const { secret, ...created } = await create();
      expect(created).toEqual({
        ...NEW,
        id: expect.any(String),
        kinds: [],
        severities: [],
        is_active: true,
        deactivated_at: null,
        deactivation_reason: null,
        first_failure_at: null,
        previous_secret_expires_at: null,
        created_at: expect.any(String),
        updated_at: created.created_at,
      });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await getWebhook(admin, { ...path, id: created.id })).toEqual(created);
      expect((await listWebhooks(admin, path)).items).toEqual([created]);
      expect(await readSecrets(created.id)).toEqual([secret]);
    });

    it('is stored without its secret', async () => {
      const { id, secret } = await create();
      const { rows } = await service.database.system((db) =>
        sql<{ row: string }>`SELECT webhooks::text AS row FROM webhooks WHERE id = ${id}`.execute(db),
      );
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
      for (const form of [secret, bytes.toString('base64'), bytes.toString('hex')])
        expect(rows[0]?.row).not.toContain(form);
    });

    it('may be inactive', async () => {
      expect(await create({ is_active: false })).toMatchObject({
        is_active: false,
        deactivated_at: expect.any(String),
        deactivation_reason: 'requested',
      });
    });

    it('is refused if the workspace has 50, also when several are created at once', async () => {
      await Promise.all(Array.from({ length: 47 }, () => create()));
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => create()));
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(2);
      for (const { reason } of refused as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({ status: 422, body: { reason: 'limit_exceeded' } });
      }
      expect((await listWebhooks(admin, { ...path, include_total: true })).total).toBe(50);
    });
  });

  describe('the URL of a webhook', () => {
    it.each([
      'https://hooks.example.com/x',
      'http://127.0.0.1:8080/',
      'http://localhost:8080/',
      'https://10.1.2.3/',
      'https://[::1]:9000/',
    ])('may be %s', async (url) => {
      expect((await create({ url })).url).toBe(url);
    });

    it.each([
      ['http://hooks.example.com/x', 'must start with https://'],
      ['http://10.1.2.3/', 'must start with https://'],
      ['https://user:word@hooks.example.com/', 'must not contain credentials'],
      ['https://10.1.2.4/', 'must name a host: 10.1.2.4 is an address that the operator has not allowed'],
      ['https://[::1]:9001/', 'must name a host: ::1 is an address that the operator has not allowed'],
      ['https://169.254.169.254/', 'must name a host: 169.254.169.254 is an address that the operator has not allowed'],
    ])('must not be %s, also later', async (url, detail) => {
      const rejected = { status: 422, body: { reason: 'forbidden_url', details: { 'body/url': detail } } };
      await expect(create({ url })).rejects.toMatchObject(rejected);
      const { secret: _, ...created } = await create();
      await expect(updateWebhook(admin, { ...path, id: created.id, body: { url } })).rejects.toMatchObject(rejected);
      expect(await getWebhook(admin, { ...path, id: created.id })).toEqual(created);
    });
  });

  describe('a change', () => {
    it('changes the given fields, and no others', async () => {
      const { secret, ...created } = await create({ kinds: ['scan.ended'] });
      const body = { name: 'Other', severities: ['high' as const] };
      const changed = await updateWebhook(admin, { ...path, id: created.id, body });
      expect(changed).toEqual({ ...created, ...body, updated_at: expect.any(String) });
      expect(await readSecrets(created.id)).toEqual([secret]);
    });

    it('keeps the time and the reason when an inactive webhook is deactivated, and forgets them when it is activated', async () => {
      const { id } = await create();
      const since = '2026-01-02T03:04:05Z';
      await service.database.system((db) =>
        db
          .updateTable('webhooks')
          .set({ is_active: false, deactivated_at: since, deactivation_reason: 'failures' })
          .where('id', '=', id)
          .execute(),
      );
      const deactivated = await updateWebhook(admin, { ...path, id, body: { is_active: false } });
      expect(deactivated).toMatchObject({ deactivated_at: since, deactivation_reason: 'failures' });
      const active = await updateWebhook(admin, { ...path, id, body: { is_active: true } });
      expect(active).toMatchObject({ is_active: true, deactivated_at: null, deactivation_reason: null });
    });
  });

  describe('a rotation', () => {
    it('keeps the previous secret for a day', async () => {
      const { id, secret } = await create();
      const rotated = await rotateWebhook(admin, { ...path, id, body: {} });
      const end = Date.parse(rotated.previous_secret_expires_at ?? '');
      const duration = end - Date.parse(rotated.updated_at);
      // The column of `updated_at` rounds.
      expect([86_399_999, 86_400_000]).toContain(duration);
      expect(await readSecrets(id)).toEqual([rotated.secret, secret]);
      expect(await getWebhook(admin, { ...path, id })).not.toHaveProperty('secret');
    });

    it('during the overlap replaces the newest secret, and can only shorten it', async () => {
      const { id, secret } = await create();
      const first = await rotateWebhook(admin, { ...path, id, body: { overlap_seconds: 3_600 } });
      const second = await rotateWebhook(admin, { ...path, id, body: { overlap_seconds: 7_200 } });
      expect(second.previous_secret_expires_at).toBe(first.previous_secret_expires_at);
      expect(await readSecrets(id)).toEqual([second.secret, secret]);
      const third = await rotateWebhook(admin, { ...path, id, body: { overlap_seconds: 0 } });
      expect(third.previous_secret_expires_at).toBeNull();
      expect(await readSecrets(id)).toEqual([third.secret]);
    });
  });

  it('a deleted webhook is unknown', async () => {
    const { id } = await create();
    await deleteWebhook(admin, { ...path, id });
    for (const call of [
      () => getWebhook(admin, { ...path, id }),
      () => updateWebhook(admin, { ...path, id, body: { name: 'x' } }),
      () => updateWebhook(admin, { ...path, id, body: { url: 'http://hooks.example.com/' } }),
      () => rotateWebhook(admin, { ...path, id, body: {} }),
      () => replayWebhook(admin, { ...path, id, body: { since: '2026-01-01T00:00:00Z' } }),
      () => deleteWebhook(admin, { ...path, id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404, body: { reason: 'not_found' } });
    }
  });

  it('lists by name, and by whether a webhook is active', async () => {
    for (const [name, is_active] of [
      ['b', true],
      ['A', false],
      ['c', false],
    ] as const)
      await create({ name, is_active });
    const list = async (filters: object) =>
      (await listWebhooks(admin, { ...path, ...filters })).items.map(({ name }) => name);
    expect(await list({})).toEqual(['A', 'b', 'c']);
    expect(await list({ is_active: true })).toEqual(['b']);
    expect(await list({ is_active: false })).toEqual(['A', 'c']);
  });

  it('is only visible in its workspace, and to API keys that manage keys', async () => {
    const { id } = await create();
    const workspaces = [{ tenantId: path.tenant_id, workspaceId: 'other' }];
    const other = service.client(await createKey(service.database, { workspaces }));
    await expect(getWebhook(other, { ...path, id })).rejects.toMatchObject({ status: 403 });
    const elsewhere = { ...path, workspace_id: 'other' };
    await expect(getWebhook(other, { ...elsewhere, id })).rejects.toMatchObject({ status: 404 });
    const own = [{ tenantId: path.tenant_id, workspaceId: path.workspace_id }];
    const writer = service.client(await createKey(service.database, { workspaces: own, access: 'write' }));
    await expect(listWebhooks(writer, path)).rejects.toMatchObject({
      status: 403,
      body: { reason: 'insufficient_access' },
    });
  });
});
