/** What the list of changes returns, and what it says when changes have been removed. */
import type { Change } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedSampleData } from '../../src/demo/seed.ts';
import { changeRetention } from '../../src/domains/changes/retention.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { getJson, startService, type TestService } from '../service.ts';

const DAY_MS = 24 * 3_600_000;
const START = Date.parse('2026-03-01T00:00:00Z');
const at = (days: number) => new Date(START + days * DAY_MS).toISOString();
const toId = (position: number) => String(position).padStart(16, '0');

describeOnDatabases('the list of changes', (kind) => {
  let service: TestService;
  let workspaces = 0;
  beforeAll(async () => {
    service = await startService(kind);
  });
  afterAll(() => service?.close());

  /** Creates a workspace with a change on each day, and returns a function that lists them. */
  async function createLog(days: number) {
    workspaces += 1;
    const scope = { tenantId: `tenant-${workspaces}`, workspaceId: 'main' };
    const token = await service.key([scope]);
    if (days > 0)
      await service.database.system(async (db) => {
        const own = sql`${scope.tenantId}::text, ${scope.workspaceId}::text`;
        await sql`INSERT INTO changes (tenant_id, workspace_id, position, occurred_at, kind, subject_id)
          SELECT ${own}, day, ${at(0)}::timestamptz + day * interval '1 day', 'rule_changed', 'rule' || day
          FROM generate_series(1, ${days}::integer) AS day`.execute(db);
        await sql`INSERT INTO change_logs (tenant_id, workspace_id, last_position, last_at)
          VALUES (${own}, ${days}, ${at(days)})`.execute(db);
      });
    const list = async (query: Record<string, string>) => {
      const path = `/changes/tenants/${scope.tenantId}/workspaces/main?${new URLSearchParams(query)}`;
      const { status, body } = await getJson(service, path, token);
      return { status, body, ids: body.items?.map(({ change_id }: Change) => change_id) };
    };
    return { scope, list };
  }

  async function removeBefore(days: number): Promise<void> {
    for await (const count of changeRetention.remove(service.database, at(days))) expect(count).toBeGreaterThan(0);
  }

  it('starts at a time and after a change, both with those at the limit', async () => {
    const { list } = await createLog(5);
    expect((await list({ since: at(4) })).ids).toEqual([toId(4), toId(5)]);
    expect((await list({ since: at(3.5) })).ids).toEqual([toId(4), toId(5)]);
    expect((await list({ after: toId(3) })).ids).toEqual([toId(4), toId(5)]);
    expect((await list({ after: toId(2), since: at(5) })).ids).toEqual([toId(5)]);
    expect((await list({ after: toId(5) })).ids).toEqual([]);
    expect((await list({ since: at(6) })).ids).toEqual([]);
  });

  it('counts the changes of a kind', async () => {
    const { list } = await createLog(5);
    const count = async (of: string) =>
      (await list({ kind: of, since: at(2), include_total: 'true', page_size: '1' })).body.total;
    expect([await count('rule_changed'), await count('scan_ended')]).toEqual([4, 0]);
  });

  it('has the current names of the sample data', async () => {
    const { scope, list } = await createLog(0);
    await seedSampleData(service.database, scope);
    const find = async (of: string) => (await list({ kind: of })).body.items[0];
    expect(await find('relation_appeared')).toMatchObject({
      subject_name: 'Shipment Tracker',
      target_name: 'Web search',
    });
    await service.database.system((db) =>
      sql`UPDATE objects SET aispm_friendly_name = 'Renamed'
        WHERE tenant_id = ${scope.tenantId} AND aispm_friendly_name = 'Shipment Tracker'`.execute(db),
    );
    expect(await find('relation_appeared')).toMatchObject({ subject_name: 'Renamed' });
    expect(await find('run_ended')).toMatchObject({ subject_name: 'Prompt injection' });
    expect(await find('scan_ended')).toMatchObject({ subject_name: 'github.com/halden-freight/customs-desk' });
    expect(await find('issue_changed')).toMatchObject({ subject_name: 'Secret in the environment of an MCP server' });
  });

  it('has no name of what no longer exists', async () => {
    const { list } = await createLog(1);
    expect((await list({})).body.items).toMatchObject([{ subject_id: 'rule1', subject_name: null }]);
  });

  it('says that changes after the last known one, a time or a cursor have been removed', async () => {
    const { list } = await createLog(6);
    const pages = await Promise.all(
      [{}, { since: at(1) }, { after: toId(1) }].map((query) => list({ page_size: '1', ...query })),
    );
    await removeBefore(4);
    const gone = { status: 410, body: { code: 410, reason: 'changes_removed' } };
    expect(await list({ after: toId(2) })).toMatchObject(gone);
    expect(await list({ since: at(3) })).toMatchObject(gone);
    expect(await list({ after: toId(2), since: at(3) })).toMatchObject(gone);
    for (const [index, query] of [{}, { since: at(1) }, { after: toId(1) }].entries())
      expect(await list({ page_size: '1', ...query, cursor: pages[index]?.body.cursor })).toMatchObject(gone);
  });

  it('is complete after the last removed change', async () => {
    const { list } = await createLog(6);
    await removeBefore(4);
    const retained = [4, 5, 6].map(toId);
    expect((await list({})).ids).toEqual(retained);
    expect((await list({ after: toId(3) })).ids).toEqual(retained);
    expect((await list({ since: at(3.5) })).ids).toEqual(retained);
    expect((await list({ since: at(1), after: toId(4) })).ids).toEqual([toId(5), toId(6)]);
    const { cursor } = (await list({ page_size: '1' })).body;
    expect((await list({ page_size: '1', cursor })).ids).toEqual([toId(5)]);
    await removeBefore(10);
    expect((await list({ after: toId(6) })).ids).toEqual([]);
    expect(await list({ after: toId(5) })).toMatchObject({ status: 410 });
  });

  it('rejects a change that the log has never had', async () => {
    const [{ list }, empty] = [await createLog(2), await createLog(0)];
    expect(await list({ after: toId(3) })).toMatchObject({ status: 410 });
    expect(await list({ after: '9'.repeat(16) })).toMatchObject({ status: 410 });
    expect(await empty.list({ after: toId(1) })).toMatchObject({ status: 410 });
    expect((await empty.list({ after: toId(0) })).ids).toEqual([]);
    expect((await empty.list({ since: at(0) })).ids).toEqual([]);
  });

  it('removes nothing from the log of another workspace', async () => {
    const [one, other] = [await createLog(2), await createLog(30)];
    await removeBefore(20);
    expect(await one.list({ since: at(0) })).toMatchObject({ status: 410 });
    expect((await other.list({ since: at(19.5) })).ids).toHaveLength(11);
  });
});
