import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../src/demo/sample-data.ts';
import { seedSampleData } from '../src/demo/seed.ts';
import { countUnresolvedPerDay } from '../src/domains/dashboard/queries.ts';
import { describeOnDatabases } from './databases/databases.ts';
import { getJson, startService, type TestService } from './service.ts';

const { production } = JSON.parse(
  readFileSync(new URL('../src/generated/sample-data.json', import.meta.url), 'utf8'),
).getAispmDashboard;

describeOnDatabases('the dashboard', (kind) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE, { tenantId: 'other', workspaceId: 'empty' }]);
  });
  afterAll(() => service.close());

  it('shows the default workspace of the API key', async () => {
    const { issues_histogram, ...rest } = production;
    const { status, body } = await getJson(service, '/aispm-dashboard', token);
    expect(status).toBe(200);
    expect(body).toEqual({ ...rest, issues_histogram: { counts: expect.any(Array) } });
    expect(body.issues_histogram.counts).toHaveLength(30);
  });

  it('counts the objects that the graph marks as critical', async () => {
    const { body } = await getJson(service, '/aispm-dashboard', token);
    const scope = `tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;
    const marked = new Set<string>();
    const { items } = (await getJson(service, `/aispm-assets/${scope}?page_size=100`, token)).body;
    for (const { asset_id } of items) {
      const { nodes } = (await getJson(service, `/aispm-graph/${scope}/${asset_id}?depth=2`, token)).body;
      for (const node of nodes) if (node.max_definitive_severity === 'critical') marked.add(node.object_type);
    }
    const counted = (body.aispm_objects_counts as { object_type: string; critical_issues_count: number }[])
      .filter(({ critical_issues_count }) => critical_issues_count > 0)
      .map(({ object_type }) => object_type);
    expect([...marked].sort()).toEqual(counted.sort());
    expect(counted).toContain('asset');
  });

  it('counts the issues at the end of each of the last 30 days', async () => {
    const scope = { ...SAMPLE_WORKSPACE, userId: 'u' };
    const counts = await service.database.scoped(scope, (db) =>
      countUnresolvedPerDay(db, scope, new Date('2026-11-18T09:30:00Z')),
    );
    expect(counts).toEqual(production.issues_histogram.counts);
  });

  it('shows zeros for an empty workspace', async () => {
    const emptyToken = await service.key([{ tenantId: 'other', workspaceId: 'empty' }]);
    const { body } = await getJson(service, '/aispm-dashboard', emptyToken);
    expect(body).toMatchObject({
      aispm_objects_top_issues: [],
      scans_counts: { total_current_aispm_scans: 0, percent_scans_with_ai_objects: 0 },
    });
    expect(body.aispm_objects_counts.map((counts: object) => Object.values(counts).slice(1))).toEqual(
      Array(6).fill([0, 0, 0, 0]),
    );
  });

  it('counts the issues that the list of issues finds, regardless of the severity of occurrences per type', async () => {
    await service.database.system(async (db) => {
      await sql`
        INSERT INTO issue_elements (tenant_id, workspace_id, issue_id, role, aispm_object_id, object_type, occurrence_count,
          critical_count, high_count, medium_count, low_count, info_count, active_critical_count, active_high_count)
        SELECT issue.tenant_id, issue.workspace_id, issue_id, 'object', aispm_object_id, object_type, 1, 0, 0, 1, 0, 0, 0, 0
        FROM issues AS issue JOIN objects USING (tenant_id, workspace_id)
        WHERE definitive_severity = 'critical' AND object_type = 'asset'`.execute(db);
    });
    const { body } = await getJson(service, '/aispm-dashboard', token);
    const count = async (query: string) => {
      const statuses = 'status=open&status=in_progress&status=suppressed';
      const path = `/issues/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;
      return (await getJson(service, `${path}?${statuses}&${query}`, token)).body.items.length;
    };
    expect(body.aispm_objects_counts).toHaveLength(6);
    for (const counts of body.aispm_objects_counts) {
      const type = `object_type=${counts.object_type}`;
      expect(counts.total_issues_count, type).toBe(await count(type));
      expect(counts.critical_issues_count, type).toBe(await count(`${type}&severity=critical`));
      expect(counts.high_issues_count, type).toBe(await count(`${type}&severity=high`));
    }
    expect(body.aispm_objects_counts[4]).toMatchObject({ object_type: 'asset', critical_issues_count: 2 });
  });

  it('shows counts that match the records after changes', async () => {
    const recount = () =>
      service.database.system(async (db) => {
        const objects = await sql`
          SELECT object_type, sum(kept) AS kept, sum(found) AS found FROM (
            SELECT object_type, inventory_count AS kept, 0 AS found FROM object_counts
            UNION ALL SELECT object_type, 0, 1 FROM objects WHERE lifecycle_status <> 'deleted'
          ) AS both_sides GROUP BY 1 HAVING sum(kept) <> sum(found)`.execute(db);
        const issues = await sql`
          SELECT issue_id, object_type FROM (
            SELECT issue_id, object_type, critical_count AS a, high_count AS b, unresolved_count AS c FROM issue_counts
            UNION ALL SELECT issue_id, object_type, -critical_count, -high_count, -unresolved_count FROM issue_elements
              WHERE (object_type = 'asset') = (role = 'asset')
          ) AS both_sides GROUP BY 1, 2 HAVING sum(a) <> 0 OR sum(b) <> 0 OR sum(c) <> 0`.execute(db);
        return [...objects.rows, ...issues.rows];
      });
    expect(await recount()).toEqual([]);
    await service.database.system(async (db) => {
      await sql`UPDATE objects SET lifecycle_status = 'deleted' WHERE object_type = 'tool'`.execute(db);
      await sql`UPDATE objects SET lifecycle_status = 'active' WHERE aispm_friendly_name = 'Web search'`.execute(db);
      await sql`UPDATE issue_elements SET high_count = high_count + 2, low_count = 1`.execute(db);
      await sql`DELETE FROM issue_elements WHERE critical_count > 0`.execute(db);
    });
    expect(await recount()).toEqual([]);
    const { body } = await getJson(service, '/aispm-dashboard', token);
    expect(body.aispm_objects_counts[2]).toMatchObject({ object_type: 'tool', total_inventory_count: 1 });
  });
});
