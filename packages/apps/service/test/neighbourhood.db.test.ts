/** Neighbourhoods: what they contain, how much work they are, and what triggers maintain for them. */
import type { Neighbourhood } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../src/demo/sample-data.ts';
import { seedSampleData } from '../src/demo/seed.ts';
import { readNeighbourhood } from '../src/domains/graph/neighbourhood.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import type { Connector } from '../src/platform/database/drivers/connection.ts';
import { listResponseExamples } from './contract-examples.ts';
import { describeOnDatabases, freshDatabase, freshPostgresUrl } from './databases/databases.ts';
import { observeStatements } from './databases/observe-statements.ts';
import { testPostgres } from './databases/test-postgres.ts';
import { getJson, startService, type TestService } from './service.ts';

const T = `/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;

describeOnDatabases('neighbourhoods', (kind) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service.close());

  it.each(listResponseExamples('getNeighbourhood'))('are those of the example $name', async ({ value, summary }) => {
    const example = value as Neighbourhood;
    const query = /\(([^)]*)\)/.exec(summary ?? '')?.[1] ?? '';
    expect(await getJson(service, `/aispm-graph${T}/${example.root_id}?${query}`, token)).toEqual({
      status: 200,
      body: example,
    });
  });

  it('only contain the object itself if only one object is allowed', async () => {
    const [first] = listResponseExamples('getNeighbourhood');
    const { root_id, nodes } = (first as NonNullable<typeof first>).value as Neighbourhood;
    const { body } = await getJson(service, `/aispm-graph${T}/${root_id}?max_nodes=1`, token);
    expect(body).toEqual({ root_id, nodes: [nodes[0]], edges: [], truncated: true });
  });

  it('do not exist for an unknown object', async () => {
    expect((await getJson(service, `/aispm-graph${T}/none`, token)).status).toBe(404);
  });

  it('have the degree of every object, even after relations were deleted', async () => {
    const compare = () =>
      service.database.system(async (db) => {
        const { rows } = await sql`
          WITH counted AS (
            SELECT id, edge, count(*) AS degree FROM (
              SELECT source_id AS id, edge FROM edges
              UNION ALL SELECT target_id, CASE edge WHEN 'sub_agents' THEN 'parent_agents' ELSE source_type || 's' END FROM edges
            ) AS ends GROUP BY 1, 2
          )
          SELECT * FROM counted FULL JOIN object_degrees AS stored ON stored.aispm_object_id = id AND stored.edge = counted.edge
          WHERE coalesce(counted.degree, 0) <> coalesce(stored.degree, 0)`.execute(db);
        return rows;
      });
    expect(await compare()).toEqual([]);
    await service.database.system((db) => sql`DELETE FROM edges WHERE edge = 'tools'`.execute(db));
    expect(await compare()).toEqual([]);
  });

  it('have the severities at both ends of every relation, even after they have changed', async () => {
    const countWrong = () =>
      service.database.system(async (db) => {
        const { rows } = await sql<{ wrong: number; severe: number }>`
          SELECT count(*) FILTER (WHERE (source_rank, target_rank) <> (source.max_severity_rank, target.max_severity_rank)) AS wrong,
            count(*) FILTER (WHERE source_rank + target_rank > 0) AS severe
          FROM edges JOIN objects AS source ON source.aispm_object_id = source_id
          JOIN objects AS target ON target.aispm_object_id = target_id`.execute(db);
        return rows[0];
      });
    expect(await countWrong()).toEqual({ wrong: 0, severe: expect.toSatisfy((count: number) => count > 5) });
    await service.database.system((db) => sql`UPDATE objects SET max_definitive_severity = 'low'`.execute(db));
    const { wrong, severe } = (await countWrong()) ?? {};
    expect([wrong, Number(severe) > 20]).toEqual([0, true]);
  });

  it('have the names at both ends of every relation, even after they have changed', async () => {
    const findWrong = () =>
      service.database.system(async (db) => {
        const { rows } = await sql`
          SELECT source_list, source_name, target_list, target_name
          FROM edges JOIN objects AS source ON source.aispm_object_id = source_id
          JOIN objects AS target ON target.aispm_object_id = target_id
          WHERE (source_list, source_name, target_name) <> (source_id || ' ' || edge, source.name_order, target.name_order)
            OR target_list <> target_id || ' ' || CASE edge WHEN 'sub_agents' THEN 'parent_agents' ELSE source_type || 's' END`.execute(
          db,
        );
        return rows;
      });
    expect(await findWrong()).toEqual([]);
    await service.database.system((db) =>
      sql`UPDATE objects SET aispm_friendly_name = 'Renamed ' || aispm_friendly_name WHERE object_type <> 'tool'`.execute(
        db,
      ),
    );
    expect(await findWrong()).toEqual([]);
  });
});

const SCOPE = { tenantId: 't', workspaceId: 'w', userId: 'u' };

/** Fills a workspace: one agent with relations to so many tools, and as many other agents with five of them each. */
async function fill(database: Database, size: number): Promise<void> {
  await database.system(async (db) => {
    await sql`
      INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
        discovery_sources, max_definitive_severity, first_seen_at, last_seen_at)
      SELECT 't', 'w', type || n, type, type || n, type || n, '{manual}',
        CASE WHEN type = 'tool' AND n % 1000 = 7 THEN 'critical' WHEN type = 'tool' AND n % 10 = 3 THEN 'low' END, now(), now()
      FROM generate_series(1, ${size}::integer) AS n, unnest('{agent,tool}'::text[]) AS type`.execute(db);
    // Without statistics, the checks of foreign keys use a poor index.
    await sql`ANALYZE objects`.execute(db);
    await sql`
      INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence, first_seen_at,
        last_seen_at)
      SELECT 't', 'w', 'agent1', 'tools', 'tool' || n, 'agent', 'tool', 'declared', now(), now()
      FROM generate_series(1, ${size}::integer) AS n
      UNION ALL
      SELECT 't', 'w', 'agent' || n, 'tools', 'tool' || ((n * 31 + k * 7) % ${size}::integer + 1), 'agent', 'tool', 'declared', now(), now()
      FROM generate_series(2, ${size}::integer) AS n, generate_series(1, 5) AS k`.execute(db);
    await sql`ANALYZE`.execute(db);
  });
}

describe('the neighbourhood of an object with many neighbours', { tags: ['long'] }, () => {
  const statements: string[] = [];
  let database: Database;

  /** Counts what is sent to the database. */
  const counting = (connector: Connector): Connector =>
    observeStatements(connector, (sql, parameters) => {
      if (parameters) statements.push(sql);
    });

  beforeAll(async () => {
    const url = await freshPostgresUrl();
    database = openDatabase(counting(testPostgres(url)));
    await fill(database, 5_000);
  });
  afterAll(() => database.close());

  const read = (depth: number, max_nodes: number, id = 'agent1') => {
    statements.length = 0;
    return database.scoped(SCOPE, (db) => readNeighbourhood(db, SCOPE, id, { depth, max_nodes }));
  };

  it('contains the most severe ones', async () => {
    const { nodes, edges, truncated } = (await read(1, 10)) as Neighbourhood;
    expect(truncated).toBe(true);
    expect(
      nodes.map(({ aispm_object_id, max_definitive_severity }) => [aispm_object_id, max_definitive_severity]),
    ).toEqual([
      ['agent1', null],
      ...['1007', '2007', '3007', '4007', '7'].map((n) => [`tool${n}`, 'critical']),
      ...['1003', '1013', '1023', '103'].map((n) => [`tool${n}`, 'low']),
    ]);
    expect(edges).toHaveLength(9);
    expect(nodes[0]?.degrees).toMatchObject({ tools: 5_000, models: 0 });
  });

  it('takes the same number of queries, regardless of its size', async () => {
    const counts = [];
    for (const size of [10, 100, 500]) {
      const found = await read(3, size);
      expect(found?.nodes).toHaveLength(size);
      counts.push(statements.length);
    }
    // A small neighbourhood is complete before the last step.
    expect(new Set(counts).size).toBe(1);
    await read(3, 500, 'agent2');
    expect(statements.length).toBeLessThanOrEqual(6);
  });

  it('reads no more relations than can be returned', async () => {
    await read(1, 100);
    const explained: string[] = [];
    await database.scoped(SCOPE, async (db) => {
      const plain = await sql<{ 'QUERY PLAN': string }>`
        EXPLAIN (ANALYZE, TIMING off) SELECT near.* FROM unnest('{agent1}'::text[], '{tools}'::text[]) AS step(id, edge)
        CROSS JOIN LATERAL (
          SELECT target_id FROM edges WHERE tenant_id = 't' AND workspace_id = 'w' AND source_id = step.id AND edge = step.edge
            AND target_id <> ALL('{agent1}'::text[]) ORDER BY target_rank DESC, target_id LIMIT 100
        ) AS near`.execute(db);
      explained.push(...plain.rows.map((row) => row['QUERY PLAN']));
    });
    const plan = explained.join('\n');
    expect(plan).toContain('edges_by_severity');
    expect(plan).not.toContain('Sort');
  });
});

describe('a neighbourhood with many relations', { tags: ['long'] }, () => {
  it('is truncated when it has more than can be returned', async () => {
    const database = await freshDatabase('postgres', 1);
    await database.system(async (db) => {
      await sql`
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, first_seen_at, last_seen_at)
        SELECT 't', 'w', type || n, type, type || n, type || n, '{manual}', now(), now()
        FROM generate_series(1, 120) AS n, unnest('{agent,tool}'::text[]) AS type`.execute(db);
      await sql`ANALYZE objects`.execute(db);
      await sql`
        INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence, first_seen_at,
          last_seen_at)
        SELECT 't', 'w', 'agent' || a, 'tools', 'tool' || t, 'agent', 'tool', 'both', now(), now()
        FROM generate_series(1, 120) AS a, generate_series(1, 120) AS t`.execute(db);
    });
    const found = await database.scoped(SCOPE, (db) =>
      readNeighbourhood(db, SCOPE, 'tool1', { depth: 2, max_nodes: 500 }),
    );
    await database.close();
    expect(found?.nodes).toHaveLength(240);
    expect(found?.edges).toHaveLength(10_000);
    expect(found?.truncated).toBe(true);
  });

  it('contains the most severe ones among those to the object', async () => {
    const database = await freshDatabase('postgres', 1);
    await database.system(async (db) => {
      await sql`
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, max_definitive_severity, first_seen_at, last_seen_at)
        SELECT 't', 'w', id, type, id, id, '{manual}', severity, now(), now()
        FROM (
          VALUES ('tool', 'tool', NULL), ('agent42', 'agent', 'critical'), ('agent37', 'agent', 'high')
          UNION ALL
          SELECT 'agent' || n, 'agent', NULL FROM generate_series(1, 30) AS n
        ) AS object (id, type, severity)`.execute(db);
      await sql`
        INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence, first_seen_at,
          last_seen_at)
        SELECT 't', 'w', aispm_object_id, 'tools', 'tool', 'agent', 'tool', 'declared', now(), now()
        FROM objects WHERE object_type = 'agent'`.execute(db);
    });
    const found = await database.scoped(SCOPE, (db) =>
      readNeighbourhood(db, SCOPE, 'tool', { depth: 1, max_nodes: 3 }),
    );
    await database.close();
    expect(found?.nodes.map(({ aispm_object_id }) => aispm_object_id)).toEqual(['tool', 'agent42', 'agent37']);
    expect(found?.truncated).toBe(true);
  });
});
