/**
 * Measures neighborhoods of 500 objects in a small graph, and in one ten times as large. In both, the objects around the measured
 * agent have the same relations, and the measured asset contains every object.
 */
import type { Neighbourhood } from '@aispm/types';
import { sql } from 'kysely';
import { migrateDatabase } from '../../../apps/service/src/composition/database.ts';
import { createKey, ensureWorkspace } from '../../../apps/service/src/composition/workspaces.ts';
import { BASE_PATH } from '../../../apps/service/src/platform/contract/contract.ts';
import { type Database, openDatabase } from '../../../apps/service/src/platform/database/database.ts';
import { postgres } from '../../../apps/service/src/platform/database/drivers/postgres.ts';
import type { Workspace } from '../../../apps/service/src/platform/database/rows.ts';
import type { Result } from '../report/result.ts';
import { median } from '../shared/median.ts';
import { latency } from './load.ts';
import { type BenchmarkServer, startServer } from './postgres.ts';
import { type Running, startService } from './processes.ts';
import { type Comparison, compareRequests, createSides, describeTenants, OTHERS, SIZE } from './tenants.ts';

const WORKSPACE = { tenantId: 'bench', workspaceId: 'main' };
const SIZES = [10_000, 100_000];
/** Objects of a tenant in the comparison of tenants, for each of its copies in the others. */
const OBJECTS_PER_COPY = 100;
/** Maximum ratio of the times in the large and in the small graph. */
const MAX_RATIO = 1.5;
/** Requests to each graph in a round. */
const REQUESTS = 15;
const ROUNDS = 8;

/** The measured requests; the asset `hub` contains every object. */
const REQUEST_PATHS = {
  'around an agent, 3 steps':
    'agent500?depth=3&max_nodes=500&edge=tools&edge=models&edge=agents&edge=mcp_servers&edge=locations',
  'around an agent, 3 steps, through an asset that contains everything': 'agent500?depth=3&max_nodes=500',
  'in an asset that contains everything': 'hub?depth=1&max_nodes=500',
  'next to an agent': 'agent500',
};

/** A workspace with a number of objects. */
interface Graph extends Workspace {
  size: number;
}

/** Fills graphs with an asset, and groups of ten objects with relations within the group and to the next ones. */
async function seed(database: Database, graphs: readonly Graph[]): Promise<void> {
  for (const graph of graphs) await ensureWorkspace(database, graph);
  await database.system(async (db, connection) => {
    // Without triggers, which would take minutes; the statements below write the same data.
    await connection.execute('SET statement_timeout = 0; SET session_replication_role = replica');
    const given = sql`unnest(${graphs.map(({ tenantId }) => tenantId)}::text[], ${graphs.map(({ workspaceId }) => workspaceId)}::text[],
      ${graphs.map(({ size }) => size)}::integer[]) AS given (tenant_id, workspace_id, size)`;
    await sql`
      INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
        discovery_sources, max_definitive_severity, first_seen_at, last_seen_at)
      SELECT tenant_id, workspace_id, id, type, id, id, '{static_scan}',
        CASE WHEN n % 50 = 3 THEN 'critical' WHEN n % 20 = 7 THEN 'high' WHEN n % 7 = 1 THEN 'low' END, now(), now()
      FROM (
        SELECT tenant_id, workspace_id, n, type, type || n AS id FROM (
          SELECT *, (ARRAY['agent', 'agent', 'model', 'mcp_server', 'location', 'tool', 'tool', 'tool', 'tool', 'tool'])[n % 10 + 1]
            AS type FROM ${given} CROSS JOIN generate_series(0, size - 2) AS n
        ) AS numbered
        UNION ALL SELECT tenant_id, workspace_id, 0, 'asset', 'hub' FROM ${given}
      ) AS named`.execute(db);
    await sql`ANALYZE objects`.execute(db);
    // A group has the agents 0 and 1, the model 2, the MCP server 3, the location 4 and the tools 5 to 9.
    await sql`
      INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence, source_rank,
        target_rank, first_seen_at, last_seen_at)
      SELECT given.tenant_id, given.workspace_id, source.aispm_object_id, shape.edge, target.aispm_object_id, source.object_type, target.object_type,
        'declared', source.max_severity_rank, target.max_severity_rank, now(), now()
      FROM ${given} CROSS JOIN generate_series(0, size / 10 - 1) AS n
      CROSS JOIN (VALUES
        ('agent', 0, 'models', 'model', 2), ('agent', 1, 'models', 'model', 2), ('agent', 0, 'models', 'model', 12),
        ('agent', 0, 'mcp_servers', 'mcp_server', 3), ('agent', 1, 'mcp_servers', 'mcp_server', 3),
        ('agent', 1, 'mcp_servers', 'mcp_server', 23),
        ('agent', 0, 'locations', 'location', 4), ('agent', 1, 'locations', 'location', 4), ('model', 2, 'locations', 'location', 4),
        ('agent', 0, 'tools', 'tool', 5), ('agent', 0, 'tools', 'tool', 6), ('agent', 0, 'tools', 'tool', 7),
        ('agent', 0, 'tools', 'tool', 8), ('agent', 0, 'tools', 'tool', 9),
        ('agent', 1, 'tools', 'tool', 5), ('agent', 1, 'tools', 'tool', 6), ('agent', 1, 'tools', 'tool', 17),
        ('agent', 1, 'tools', 'tool', 28), ('agent', 1, 'tools', 'tool', 39),
        ('agent', 1, 'tools', 'tool', 49), ('agent', 1, 'tools', 'tool', 56), ('agent', 1, 'tools', 'tool', 67),
        ('mcp_server', 3, 'tools', 'tool', 5), ('mcp_server', 3, 'tools', 'tool', 6), ('mcp_server', 3, 'tools', 'tool', 7),
        ('mcp_server', 3, 'tools', 'tool', 8), ('mcp_server', 3, 'tools', 'tool', 9), ('mcp_server', 3, 'tools', 'tool', 15),
        ('mcp_server', 3, 'tools', 'tool', 16), ('mcp_server', 3, 'tools', 'tool', 25), ('mcp_server', 3, 'tools', 'tool', 26),
        ('tool', 5, 'locations', 'location', 4), ('tool', 6, 'locations', 'location', 4), ('tool', 7, 'locations', 'location', 4),
        ('tool', 8, 'locations', 'location', 4), ('tool', 9, 'locations', 'location', 4),
        ('agent', 0, 'sub_agents', 'agent', 11), ('agent', 1, 'sub_agents', 'agent', 20), ('mcp_server', 3, 'locations', 'location', 14),
        ('agent', 1, 'models', 'model', 22)
      ) AS shape(source_type, source_position, edge, target_type, target_position)
      JOIN objects AS source ON source.tenant_id = given.tenant_id AND source.workspace_id = given.workspace_id
        AND source.aispm_object_id = source_type || (n * 10 + source_position)
      JOIN objects AS target ON target.tenant_id = given.tenant_id AND target.workspace_id = given.workspace_id
        AND target.aispm_object_id = target_type || (n * 10 + target_position)
      UNION ALL
      SELECT tenant_id, workspace_id, aispm_object_id, 'assets', 'hub', object_type, 'asset', 'declared', max_severity_rank, 0, now(), now()
      FROM objects WHERE object_type <> 'asset'`.execute(db);
    await sql`
      INSERT INTO object_degrees (tenant_id, workspace_id, aispm_object_id, edge, degree)
      SELECT tenant_id, workspace_id, id, edge, count(*) FROM (
        SELECT tenant_id, workspace_id, source_id AS id, edge FROM edges
        UNION ALL SELECT tenant_id, workspace_id, target_id, aispm_inverse_edge(edge, source_type) FROM edges
      ) AS ends GROUP BY tenant_id, workspace_id, id, edge`.execute(db);
    await connection.execute('RESET session_replication_role');
    await sql`VACUUM ANALYZE`.execute(db);
  });
}

/** A service with a graph. */
interface Measured {
  service: Running;
  token: string;
}

/** Creates a graph of a size, and starts a service on it. */
async function start(server: BenchmarkServer, size: number): Promise<Measured> {
  const url = await server.createDatabase(`graph_${size}`);
  const database = openDatabase(postgres({ url, poolSize: 1, statementTimeoutMs: 0 }));
  await migrateDatabase(database);
  await seed(database, [{ ...WORKSPACE, size }]);
  const token = await createKey(database, { workspaces: [WORKSPACE] });
  await database.close();
  process.stderr.write(`${size} objects\n`);
  return { service: await startService({ DATABASE_URL: url, DATABASE_POOL_SIZE: '2' }), token };
}

/** Counts the objects of a neighbourhood. */
async function countNodes({ service, token }: Measured, path: string): Promise<number> {
  const response = await fetch(toAddress(service, path), { headers: { authorization: `Bearer ${token}` } });
  const { nodes } = (await response.json()) as Neighbourhood;
  return nodes.length;
}

/** Measures a request in all graphs alternately, so that other load affects all of them. @returns medians in milliseconds */
async function compare(graphs: readonly Measured[], path: string): Promise<number[]> {
  const medians: number[][] = graphs.map(() => []);
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { service, token }] of graphs.entries()) {
      const milliseconds = await latency(toAddress(service, path), token, REQUESTS);
      if (round > 0) medians[index]?.push(milliseconds);
    }
  }
  return medians.map(median);
}

function toAddress({ origin }: Running, path: string): string {
  return `${origin}${BASE_PATH}/aispm-graph/tenants/bench/workspaces/main/${path}`;
}

/** Compares the requests of a tenant alone and with others, whose workspaces have other names. */
async function compareTenants(server: BenchmarkServer): Promise<Comparison> {
  process.stderr.write('50 tenants\n');
  const toSize = (copies: number) => copies * OBJECTS_PER_COPY;
  const urls = await createSides(server, 'graph', (database, others) =>
    seed(database, [
      ...others.map(({ tenantId, copies }) => ({ tenantId, workspaceId: tenantId, size: toSize(copies) })),
      { ...WORKSPACE, size: toSize(SIZE) },
    ]),
  );
  const paths = Object.entries(REQUEST_PATHS).map(([name, path]) => [name, `aispm-graph/{workspace}/${path}`] as const);
  const [size, largest] = [SIZE, OTHERS[0]?.copies ?? 0].map((copies) => toSize(copies).toLocaleString('en'));
  return describeTenants(
    'Neighborhood',
    `A tenant with ${size} objects, alone and with ${OTHERS.length} others that have up to ${largest}: the second largest has half as many as the largest,
the third largest a third.`,
    await compareRequests(urls, WORKSPACE.tenantId, new Map(paths), 21),
  );
}

/** Measures all requests in both graphs. */
export async function measure(): Promise<Result> {
  const server = await startServer({
    shared_buffers: '512MB',
    random_page_cost: '1.1',
    max_wal_size: '4GB',
    jit: 'off',
  });
  const graphs: Measured[] = [];
  const rows: string[][] = [];
  const missed: string[] = [];
  let tenants: Comparison;
  try {
    for (const size of SIZES) graphs.push(await start(server, size));
    for (const [subject, path] of Object.entries(REQUEST_PATHS)) {
      process.stderr.write(`${subject}\n`);
      const nodes = await countNodes(graphs.at(-1) as Measured, path);
      const [small, large] = (await compare(graphs, path)) as [number, number];
      const ratio = large / small;
      rows.push([subject, String(nodes), small.toFixed(1), large.toFixed(1), ratio.toFixed(2), `≤ ${MAX_RATIO}`]);
      if (!(ratio <= MAX_RATIO)) missed.push(`${subject}: the ratio is more than ${MAX_RATIO}.`);
    }
    tenants = await compareTenants(server);
  } finally {
    for (const { service } of graphs) await service.stop();
    await server.stop();
  }
  const sizes = SIZES.map((size) => size.toLocaleString('en'));
  return {
    description: `Graphs of ${sizes.join(' and ')} objects on PostgreSQL. Times are medians of ${ROUNDS} rounds of ${REQUESTS} consecutive requests.`,
    table: {
      columns: ['Neighborhood', 'Nodes', ...sizes.map((size) => `${size} objects, ms`), 'Ratio', 'Limit of the ratio'],
      rows,
    },
    variants: [tenants],
    notes: [],
    missed: [...missed, ...tenants.missed],
  };
}
