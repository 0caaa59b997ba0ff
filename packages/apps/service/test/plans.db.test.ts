/**
 * Query plans: lists use their indexes under row-level security as well, where PostgreSQL trusts few comparisons.
 *
 * @module-tag long
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareForManyRows } from '../src/domains/findings/index.ts';
import type { Detection } from '../src/domains/findings/reconciliation/detection.ts';
import { loadStoredOccurrences } from '../src/domains/findings/reconciliation/stored-occurrence.ts';
import { agentList, assetTable, locationList } from '../src/domains/inventory/index.ts';
import { scanJob } from '../src/domains/scans/index.ts';
import { createLog } from '../src/platform/core/log.ts';
import { Mutex } from '../src/platform/core/mutex.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { Db, Session } from '../src/platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../src/platform/database/rows.ts';
import { analyzeIfGrown } from '../src/platform/database/statistics.ts';
import { readPages } from '../src/platform/lists/cursor-page.ts';
import type { List } from '../src/platform/lists/list.ts';
import type { Services } from '../src/platform/services/services.ts';
import { freshDatabase } from './databases/databases.ts';
import { createLargeDocument } from './histories/large-document.ts';
import { ScannedWorkspace } from './histories/scanned-workspace.ts';
import { countPages } from './scale/pages.ts';

const SCOPE = { tenantId: 't', workspaceId: 'w', userId: 'u' };

describe('query plans in the scope of a request', () => {
  let database: Database;

  beforeAll(async () => {
    database = await freshDatabase('postgres', 1);
    await database.system(async (db) => {
      await sql`
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, max_definitive_severity, details, first_seen_at, last_seen_at)
        SELECT 't', 'w', 'o' || n, 'agent', 'o' || n, 'Agent ' || n, '{manual}',
          CASE WHEN n % 3 = 0 THEN 'high' END, jsonb_build_object('framework', 'f' || n % 500), now(), now()
        FROM generate_series(1, 20000) AS n`.execute(db);
      await sql`
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, first_seen_at, last_seen_at)
        SELECT 't', 'w', type || n, type, type || n, type || n, '{manual}', now(), now()
        FROM unnest('{asset,location}'::text[]) AS type, generate_series(1, 2000) AS n`.execute(db);
      await sql`ANALYZE objects`.execute(db);
    });
  });
  afterAll(() => database.close());

  it.each([
    ['objects_of_type', sql`aispm_object_id = 'o77'`, sql`aispm_object_id`],
    ['objects_of_type', sql`aispm_object_id > 'o77' AND aispm_object_id <= 'o99'`, sql`aispm_object_id`],
    ['objects_by_name', sql`(name_order, aispm_object_id) > ('agent 5', 'o5')`, sql`name_order, aispm_object_id`],
    ['objects_by_severity_falling', sql`true`, sql`max_severity_rank DESC, aispm_object_id`],
    [
      'objects_by_severity',
      sql`max_severity_rank = 4::bigint AND aispm_object_id > 'o19'`,
      sql`max_severity_rank DESC, aispm_object_id`,
    ],
    ['objects_by_update', sql`updated_at >= now()::timestamptz`, sql`updated_at, aispm_object_id`],
    ['agents_of_framework', sql`framework = ANY(${['f7']}::text[])`, sql`name_order, aispm_object_id`],
  ])('uses the index %s for its list', async (index, condition, order) => {
    const plan = await database.scoped(SCOPE, async (db) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        EXPLAIN SELECT * FROM objects WHERE ${inWorkspace('objects', SCOPE)} AND object_type = 'agent'
          AND ${condition} ORDER BY ${order} LIMIT 51`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain(index);
    expect(plan).toMatch(/current_setting/);
    // Only the rows of the page are read.
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('does not use an index with a column whose value is fixed by its predicate', async () => {
    const { rows } = await database.system((db) =>
      sql<{ name: string; columns: string[]; predicate: string }>`
        SELECT indexrelid::regclass::text AS name, pg_get_expr(indpred, indrelid) AS predicate, (
          SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey::smallint[])
        ) AS columns
        FROM pg_index WHERE indpred IS NOT NULL AND indrelid::regclass::text !~ '^pg_'`.execute(db),
    );
    expect(rows.length).toBeGreaterThan(8);
    const wrong = rows.filter(({ columns, predicate }) =>
      columns?.some(
        (column) => new RegExp(`\\b${column} = '[^']*'::text`).test(predicate) && !/ANY|OR/.test(predicate),
      ),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['agents', agentList, 'labels'],
    ['assets', assetTable, 'ai_object_count'],
    ['locations', locationList, 'location_id'],
  ] as const)('plans the pages of an unfiltered list of %s once', async (_, list, column) => {
    const sort = list === assetTable ? 'asset_name' : 'aispm_friendly_name';
    const query = { sort, order: 'ASC', include_deleted: false };
    const path = { tenant_id: 't', workspace_id: 'w' };
    const read = <R>(work: (db: Db) => Promise<R>) => database.scoped(SCOPE, work);
    for (let time = 0; time < 10; time += 1) {
      let count = 0;
      for await (const items of readPages(list as List<'listAgents'>, read, { scope: SCOPE, path, query } as never))
        count += items.length;
      expect(count).toBe(list === agentList ? 20_000 : 2_000);
    }
    const { rows } = await read((db) =>
      sql<{ own: number; shared: number }>`
        SELECT custom_plans::integer AS own, generic_plans::integer AS shared FROM pg_prepared_statements
        WHERE statement LIKE '%objects%' AND statement LIKE ${`%${column}%`} AND generic_plans + custom_plans > 5`.execute(
        db,
      ),
    );
    // PostgreSQL plans the first five executions with their values, to compare.
    expect(rows).toEqual([
      { own: 5, shared: expect.any(Number) },
      { own: 5, shared: expect.any(Number) },
    ]);
  });
});

describe('the planner, in a database with a large tenant,', () => {
  const LARGE = { tenantId: 'large', workspaceId: 'main' };
  const SMALL = { tenantId: 'small', workspaceId: 'main' };
  let database: Database;

  const insertObjects = (db: Db, { tenantId, workspaceId }: Workspace, count: number) =>
    sql`
      INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
        discovery_sources, first_seen_at, last_seen_at)
      SELECT ${tenantId}, ${workspaceId}, 'o' || n, 'agent', 'o' || n, 'Agent ' || n, '{manual}', now(), now()
      FROM generate_series(1, ${count}::integer) AS n`.execute(db);
  const estimate = async (db: Db, workspace: Workspace): Promise<number> => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      EXPLAIN (FORMAT JSON) SELECT FROM objects WHERE ${inWorkspace('objects', workspace)}`.execute(db);
    return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  };

  beforeAll(async () => {
    database = await freshDatabase('postgres', 1);
    await database.system(async (db) => {
      await insertObjects(db, LARGE, 20_000);
      await sql`ANALYZE objects`.execute(db);
    });
  });
  afterAll(() => database.close());

  it('estimates the rows of a small tenant that has just grown', async () => {
    await database.scoped({ ...SMALL, userId: 'u' }, (session) =>
      session.transaction().execute(async (db) => {
        await insertObjects(db, SMALL, 1_000);
        expect(await estimate(db, SMALL)).toBeLessThan(10);
        await analyzeIfGrown(db, 'objects', SMALL, 1_000);
        expect(await estimate(db, SMALL)).toBeGreaterThan(500);
        const { rows } = await sql<{ role: string }>`SELECT current_setting('role') AS role`.execute(db);
        expect(rows).toEqual([{ role: 'aispm_request' }]);
      }),
    );
  });

  it('estimates the rows of a tenant that grew in steps too small for autovacuum', async () => {
    const workspace = await ScannedWorkspace.create(database, 'grown');
    const { scope } = workspace;
    await database.system((db) => insertObjects(db, scope, 1_000));
    expect(await database.system((db) => estimate(db, scope))).toBeLessThan(10);
    const id = await workspace.submit(createLargeDocument('grown', 1), '2026-11-26T00:00:00Z');
    const job = {
      ...scope,
      id,
      attempt: 1,
      lease: await workspace.claim(id),
      signal: new AbortController().signal,
      database: <R>(run: (session: Session) => Promise<R>) => database.scoped(scope, run),
    };
    await scanJob.run(job, { database, largeTasks: new Mutex(), log: createLog('silent') } as Services);
    expect(await database.system((db) => estimate(db, scope))).toBeGreaterThan(500);
  });

  it('searches once for each pair of rule and fingerprint, and not for every combination', async () => {
    await database.system(async (db, connection) => {
      await connection.execute('SET session_replication_role = replica');
      await sql`
        INSERT INTO fine_grained_issues (tenant_id, workspace_id, fine_grained_issue_id, issue_id, rule_id, fingerprint, aispm_object_id,
          aispm_friendly_name, object_type, definitive_severity, status, message, first_seen_at, last_seen_at)
        SELECT ${LARGE.tenantId}, ${LARGE.workspaceId}, 'f' || n, 'i', 'r' || n % 50, 'p' || n, 'o1', '', 'agent', 'high', 'open', '',
          now(), now()
        FROM generate_series(1, 20000) AS n`.execute(db);
      await connection.execute('RESET session_replication_role; ANALYZE fine_grained_issues');
    });
    const detections = Array.from({ length: 100 }, (_, n) => ({ rule_id: `r${n % 50}`, fingerprint: `p${n}` }));
    const { descents } = await countPages(database, () =>
      database.scoped({ ...LARGE, userId: 'u' }, (session) =>
        session.transaction().execute(async (db) => {
          await prepareForManyRows(db);
          const context = { db, scope: LARGE, now: '2026-11-26T00:00:00Z', scanId: 's', scanTargetId: 't' };
          const found = await loadStoredOccurrences(context, detections as Detection[], []);
          // No detection has number 0.
          expect(found.length).toBe(detections.length - 1);
        }),
      ),
    );
    // Two more for what is read of each occurrence.
    expect(descents).toBeLessThan(5 * detections.length);
  });

  it('does not multiply the shares of tenant and workspace', async () => {
    await database.system(async (db) => {
      await insertObjects(db, { ...SMALL, workspaceId: 'other' }, 1_000);
      await sql`ANALYZE objects`.execute(db);
      expect(await estimate(db, { ...SMALL, workspaceId: 'other' })).toBeGreaterThan(500);
    });
  });
});
