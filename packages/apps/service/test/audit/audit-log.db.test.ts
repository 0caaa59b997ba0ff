/** The audit log: what it contains next to writes, that it's written with them, and that no one changes it. */
import type { AuditEntry } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PERIODIC_TASKS } from '../../src/composition/jobs.ts';
import { RETENTION_RULES } from '../../src/composition/retention.ts';
import { SAMPLE_WORKSPACE, sampleData } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { readEntries } from '../../src/domains/audit-entries/index.ts';
import { appendEntry } from '../../src/platform/audit/audit-log.ts';
import { FailureLog } from '../../src/platform/audit/failure-log.ts';
import { OPERATIONS, ROUTES, resolve } from '../../src/platform/contract/contract.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { findAuditKind } from '../../src/platform/http/audit.ts';
import { parseKeyId } from '../../src/platform/keys/key.ts';
import { revokeKey } from '../../src/platform/keys/store.ts';
import { freshDatabase } from '../databases/databases.ts';
import { getJson, startService, type TestService } from '../service.ts';

const T = `/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;
const LOG = `/audit-entries${T}`;
const VIEW = JSON.stringify({ name: 'Mine', entity: 'issues', filters: {}, columns: ['issue_id'] });
const JSON_HEADERS = { 'content-type': 'application/json' };

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService('postgres', { runsWorker: false });
  await seedSampleData(service.database);
  token = await service.key([SAMPLE_WORKSPACE], 'ann');
});
afterAll(() => service?.close());

async function listEntries(database: Database = service.database): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const page of readEntries(database, {})) entries.push(...page);
  return entries;
}

/** Returns the entries that an action adds. */
async function record(action: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = (await listEntries()).length;
  await action();
  return (await listEntries()).slice(before);
}

const createView = (headers: Record<string, string> = {}) =>
  service.send('/views', { token, method: 'POST', body: VIEW, headers: { ...JSON_HEADERS, ...headers } });

it('the audit log contains reads of message content, and no other reads', async () => {
  const [{ llm_interaction_id: id = '' } = {}] = sampleData.interactions;
  const path = `/aispm-llm-interactions${T}/${id}`;
  expect(await record(() => service.send(path, { token }))).toEqual([]);
  expect(await record(() => service.send(`/aispm-llm-interactions${T}`, { token }))).toEqual([]);
  const entries = await record(() => service.send(`${path}?include_content=true`, { token }));
  expect(entries).toMatchObject([
    { kind: 'content_read', action: 'getLlmInteraction', user_id: 'ann', object_ids: [id] },
  ]);
});

it('the audit log contains the reads of all operations that return message content', () => {
  const returning = ROUTES.filter(({ schema }) => {
    const { response } = schema as { response?: unknown };
    return listMembers(response).isSupersetOf(new Set(['input_messages', 'output_messages']));
  }).map(({ operationId }) => operationId);
  const audited = [...OPERATIONS.values()]
    .filter((operation) => operation.method === 'GET' && findAuditKind(operation, { include_content: true }))
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'include_content'));
  expect(returning).toEqual(['getLlmInteraction']);
  expect(audited.map(({ operationId }) => operationId)).toEqual(returning);
});

/** Returns the names of all members that a schema declares, at any depth. */
function listMembers(schema: unknown, known = new Set<unknown>()): Set<string> {
  const node = resolve<object>(schema);
  if (typeof node !== 'object' || node === null || known.has(node)) return new Set();
  known.add(node);
  const { properties = {} } = node as { properties?: object };
  const names = new Set(Object.keys(properties));
  return Object.values(node).reduce<Set<string>>((all, child) => all.union(listMembers(child, known)), names);
}

it('the audit log contains no failed requests', async () => {
  const [{ issue_id } = { issue_id: '' }] = sampleData.issues;
  const update = (path: string, init: RequestInit = {}) =>
    service.send(`/issues${T}/${path}`, {
      token,
      method: 'PATCH',
      body: '{"status":"open"}',
      ...init,
      headers: { ...JSON_HEADERS, ...(init.headers as object) },
    });
  const statuses: number[] = [];
  const entries = await record(async () => {
    for (const response of [
      await update(issue_id, { headers: { 'if-match': '"other"' } }),
      await update('unknown'),
      await update(issue_id, { body: '{}x' }),
    ]) {
      statuses.push(response.status);
    }
  });
  expect([statuses, entries]).toEqual([[412, 404, 400], []]);
});

it('the audit log contains a request with an Idempotency-Key once, no matter how often it is repeated', async () => {
  const headers = { 'idempotency-key': 'audited-once' };
  const ids: unknown[] = [];
  const entries = await record(async () => {
    for (let count = 0; count < 3; count += 1)
      ids.push(((await (await createView(headers)).json()) as { id: string }).id);
  });
  expect(new Set(ids).size).toBe(1);
  expect(entries).toMatchObject([{ action: 'createView', object_ids: [ids[0]] }]);
});

it.each([[{}], [{ 'idempotency-key': 'never-stored' }]])(
  'a write whose entry cannot be stored has no effect (%j)',
  async (headers) => {
    const run = (text: string) => service.database.system((_, connection) => connection.execute(text));
    const count = async () => (await getJson(service, '/views?include_total=true', token)).body.total;
    const before = await count();
    await run(`ALTER TABLE audit_entries ADD CONSTRAINT is_full CHECK (action <> 'createView') NOT VALID`);
    const rejected = await createView(headers);
    await run('ALTER TABLE audit_entries DROP CONSTRAINT is_full');
    expect([rejected.status, await count()]).toEqual([500, before]);
  },
);

it('an audit entry names exactly the issues that a batch has changed', async () => {
  const [first, second] = sampleData.issues.filter(({ status }) => status === 'open');
  const updates = [first?.issue_id, 'unknown', second?.issue_id].map((issue_id) => ({ issue_id, assignee: 'ann' }));
  const entries = await record(() =>
    service.send(`/issues${T}`, { token, method: 'PATCH', body: JSON.stringify({ updates }), headers: JSON_HEADERS }),
  );
  expect(entries).toMatchObject([{ action: 'updateIssues', object_ids: [first?.issue_id, second?.issue_id] }]);
});

it('the audit log contains the keys that commands create and revoke', async () => {
  let keyId = '';
  const entries = await record(async () => {
    keyId = parseKeyId(await service.key([SAMPLE_WORKSPACE])) ?? '';
    await revokeKey(service.database, keyId);
  });
  const entry = { source: 'command', kind: 'write', api_key_id: null, remote_address: null, object_ids: [keyId] };
  expect(entries).toMatchObject([
    { ...entry, action: 'keys create' },
    { ...entry, action: 'keys revoke' },
  ]);
});

it('only admin keys can list the audit log, newest first, filtered and in pages', async () => {
  const workspace = { tenantId: 'list', workspaceId: 'w' };
  const admin = await service.key([workspace], 'admin');
  const writer = await service.key([workspace], 'writer', 'write');
  const log = '/audit-entries/tenants/list/workspaces/w';
  const append = (minute: number, event: object) =>
    service.database.system((db) =>
      appendEntry(db, workspace, {
        kind: 'write',
        action: 'updateIssue',
        source: 'api',
        occurred_at: `2026-01-01T00:0${minute}:00Z`,
        ...event,
      }),
    );
  await append(1, { user_id: 'a', api_key_id: 'k1' });
  await append(2, { user_id: 'b', api_key_id: 'k2', action: 'getLlmInteraction', kind: 'content_read' });
  await append(3, { user_id: 'a', api_key_id: 'k2' });
  const find = async (query: string) => {
    const { body } = await getJson(service, `${log}?end_time=2026-01-01T01:00:00Z&${query}`, admin);
    return body.items.map(({ occurred_at }: AuditEntry) => Number(occurred_at.slice(15, 16)));
  };
  expect(await find('')).toEqual([3, 2, 1]);
  expect(await find('user_id=a')).toEqual([3, 1]);
  expect(await find('user_id=a&user_id=b&api_key_id=k2')).toEqual([3, 2]);
  expect(await find('kind=content_read')).toEqual([2]);
  expect(await find('action=updateIssue')).toEqual([3, 1]);
  expect(await find('start_time=2026-01-01T00:02:00Z')).toEqual([3, 2]);
  const first = await getJson(service, `${log}?page_size=1&user_id=a`, admin);
  const second = await getJson(service, `${log}?page_size=1&user_id=a&cursor=${first.body.cursor}`, admin);
  expect([first, second].map(({ body }) => body.items[0].occurred_at.slice(15, 16))).toEqual(['3', '1']);
  expect((await getJson(service, `${log}/${first.body.items[0].audit_entry_id}`, admin)).body).toEqual(
    first.body.items[0],
  );
  const inverted = await getJson(
    service,
    `${log}?start_time=2026-01-02T00:00:00Z&end_time=2026-01-01T00:00:00Z`,
    admin,
  );
  expect([inverted.status, inverted.body.reason]).toEqual([400, 'invalid_time_window']);
  expect((await getJson(service, log, writer)).body.reason).toBe('insufficient_access');
  expect((await getJson(service, LOG, admin)).body.reason).toBe('workspace_access_denied');
});

it('neither requests nor the owner of the table can change the audit log', async () => {
  const scope = { ...SAMPLE_WORKSPACE, userId: 'ann' };
  const denied = { code: '42501' };
  for (const statement of [
    sql`UPDATE audit_entries SET user_id = 'nobody'`,
    sql`DELETE FROM audit_entries`,
    sql`TRUNCATE audit_entries`,
  ]) {
    await expect(service.database.scoped(scope, (db) => statement.execute(db))).rejects.toMatchObject(denied);
  }
  for (const statement of [sql`UPDATE audit_entries SET user_id = 'nobody'`, sql`TRUNCATE audit_entries`]) {
    await expect(service.database.system((db) => statement.execute(db))).rejects.toMatchObject(denied);
  }
});

it('the audit log counts invalid keys by IP address, key and reason, in the workspace of the key', async () => {
  const other = await startService('postgres');
  const owned = await other.key([SAMPLE_WORKSPACE], 'ann');
  const wrong = `${owned.slice(0, -1)}${owned.endsWith('A') ? 'E' : 'A'}`;
  for (const key of [wrong, wrong, 'nonsense', wrong]) await other.send('/me', { token: key });
  const rows = async () => {
    await other.service.services.failures.flush(other.database, true);
    return (await listEntries(other.database)).filter(({ kind }) => kind === 'authentication_failure');
  };
  const entries = await rows();
  await other.close();
  expect(entries.toSorted((a, b) => b.count - a.count)).toMatchObject([
    {
      tenant_id: SAMPLE_WORKSPACE.tenantId,
      action: 'authenticate',
      failure_reason: 'wrong_secret',
      count: 3,
      user_id: null,
      api_key_id: parseKeyId(owned),
      remote_address: '127.0.0.1',
      object_ids: [],
    },
    { tenant_id: '', failure_reason: 'malformed', count: 1, api_key_id: null },
  ]);
});

it('the failures of an IP address in a minute are one entry, and a minute has a bounded number of entries', async () => {
  const database = await freshDatabase('postgres');
  const clock = { now: Date.parse('2026-11-18T09:00:00Z') };
  const failures = new FailureLog(() => clock.now);
  const add = (remoteAddress: string) => failures.add({ reason: 'unknown', remoteAddress });
  for (let count = 0; count < 5; count += 1) add('192.0.2.1');
  await failures.flush(database);
  expect(await listEntries(database)).toEqual([]);
  clock.now += 60_000;
  add('192.0.2.1');
  for (let index = 0; index < 3_000; index += 1) add(`2001:db8::${index.toString(16)}`);
  await failures.flush(database);
  const summarize = (entries: AuditEntry[]) => [entries.length, entries.reduce((sum, { count }) => sum + count, 0)];
  expect(summarize(await listEntries(database))).toEqual([1, 5]);
  clock.now += 60_000;
  await failures.flush(database);
  const all = await listEntries(database);
  await database.close();
  // 5 + 1 + 3,000 failures: the first thousand entries of the minute, and one for everything else.
  expect(summarize(all)).toEqual([1_002, 3_006]);
  expect(all.filter(({ remote_address }) => remote_address === null)).toMatchObject([{ count: 2_001 }]);
});

it('authentication failures are kept while the database is unavailable', async () => {
  const database = await freshDatabase('postgres');
  const failures = new FailureLog(() => 0);
  failures.add({ reason: 'unknown', remoteAddress: '192.0.2.1' });
  const away = { system: () => Promise.reject(new Error('away')) } as unknown as Database;
  await expect(failures.flush(away, true)).rejects.toThrow('away');
  await failures.flush(database, true);
  const entries = await listEntries(database);
  await database.close();
  expect(entries).toMatchObject([{ count: 1, remote_address: '192.0.2.1' }]);
});

it('a process that loses the database for long keeps a bounded number of failures', async () => {
  const database = await freshDatabase('postgres');
  const clock = { now: Date.parse('2026-11-18T09:00:00Z') };
  const failures = new FailureLog(() => clock.now);
  for (let minute = 0; minute < 11; minute += 1) {
    for (let index = 0; index < 1_000; index += 1) {
      failures.add({ reason: 'unknown', remoteAddress: `2001:db8::${index.toString(16)}` });
    }
    clock.now += 60_000;
  }
  await failures.flush(database);
  const entries = await listEntries(database);
  await database.close();
  expect(entries).toHaveLength(10_000);
});

it('a process periodically records the failures of past minutes', async () => {
  const clock = { now: Date.now() };
  const failures = new FailureLog(() => clock.now);
  failures.add({ reason: 'unknown', remoteAddress: '192.0.2.9' });
  clock.now += 60_000;
  for (const task of PERIODIC_TASKS) await task.run({ ...service.service.services, failures });
  const entries = (await listEntries()).filter(({ remote_address }) => remote_address === '192.0.2.9');
  expect(entries).toMatchObject([{ failure_reason: 'unknown', count: 1 }]);
});

it('a process records its last failures when it ends, including requests whose keys it has not checked', async () => {
  const other = await startService('postgres', { invalidKeyLimit: 1 });
  const close = vi.spyOn(other.database, 'close').mockResolvedValue();
  const statuses: number[] = [];
  for (let count = 0; count < 2; count += 1) statuses.push((await other.send('/me', { token: 'nonsense' })).status);
  await other.close();
  close.mockRestore();
  const entries = await listEntries(other.database);
  await other.database.close();
  expect(statuses).toEqual([401, 429]);
  expect(entries).toMatchObject([
    { failure_reason: 'malformed', count: 1 },
    { failure_reason: 'refused', count: 1 },
  ]);
});

it('only its own retention removes entries from the audit log', async () => {
  const database = await freshDatabase('postgres');
  const append = (occurred_at: string) =>
    database.system((db) =>
      appendEntry(db, undefined, { kind: 'write', action: 'keys create', source: 'command', occurred_at }),
    );
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) await append(`${day}T00:00:00Z`);
  const rule = RETENTION_RULES.find(({ name }) => name === 'audit log');
  const before = '2026-01-03T00:00:00Z';
  expect(await rule?.count(database, before)).toBe(2);
  for (const other of RETENTION_RULES.filter((known) => known !== rule)) {
    for await (const _ of other.remove(database, '2027-01-01T00:00:00Z')) expect(_).toBeGreaterThan(0);
  }
  expect(await listEntries(database)).toHaveLength(3);
  for await (const removed of rule?.remove(database, before) ?? []) expect(removed).toBe(2);
  const rest = await listEntries(database);
  await database.close();
  expect(rest.map(({ occurred_at }) => occurred_at)).toEqual(['2026-01-03T00:00:00Z']);
});
