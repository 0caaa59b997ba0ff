/** Lists of the neighbours of an object read as many pages for an object with very many as for one with few. */
import { sampleByHash } from '@aispm/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRelations } from '../../src/domains/graph/relations.ts';
import { OPERATIONS, type OperationId, resolve, type Schema } from '../../src/platform/contract/contract.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { listEnumerations } from './filters.ts';
import { Meter } from './pages.ts';
import { WORKSPACE_ID } from './tenants.ts';

const TENANT = 'acme';
const TYPES = ['agent', 'model', 'tool', 'mcp_server', 'asset', 'location'] as const;
/** Neighbours of the small objects: more than a page. */
const FEW = 120;

/** A list of neighbours. */
interface NeighbourList {
  operation: OperationId;
  /** Of the object, for {@link Meter}: `{id}` stands for its identifier. */
  path: string;
  query: Record<string, string>;
}

/** Returns the values of a parameter of an operation. */
function listValues(operationId: OperationId, name: string): string[] {
  const schema = OPERATIONS.get(operationId)?.parameters.find((parameter) => parameter.name === name)?.schema;
  return (schema && (resolve<Schema>(schema).enum as string[] | undefined)) ?? [];
}

const toPath = (path: string) =>
  path.replace(/^\//, '').replace('tenants/{tenant_id}/workspaces/{workspace_id}', '{workspace}');

/** All lists that the contract has at an object, by edge. */
const edgeLists: NeighbourList[] = [...OPERATIONS.values()].flatMap(({ operationId, path }) =>
  listValues(operationId, 'edge').flatMap((edge) =>
    path.includes('{edge}') ? [{ operation: operationId, path: toPath(path).replace('{edge}', edge), query: {} }] : [],
  ),
);

/** Lists of objects that belong to another one, in every order. */
const filteredLists: NeighbourList[] = (
  [
    ['listLocations', 'asset_id'],
    ['listTools', 'mcp_server_id'],
  ] as const
).flatMap(([operation, filter]) =>
  listValues(operation, 'sort').flatMap((sort) =>
    listValues(operation, 'order').map((order) => ({
      operation,
      path: `${toPath(OPERATIONS.get(operation)?.path ?? '')}?${filter}={id}`,
      query: { sort, order },
    })),
  ),
);

/** Of the object that a list belongs to. */
function typeOf({ operation, path }: NeighbourList): string {
  if (operation === 'listLocations') return 'asset';
  if (operation === 'listTools') return 'mcp_server';
  return path
    .replace(/^aispm-/, '')
    .replace(/s\/.*/, '')
    .replaceAll('-', '_');
}

/**
 * Fills a workspace: each edge leads from one object of its type to `many` others and back, and from another one to {@link FEW}.
 * Names are in no order. Those of the small objects have findings, so that their severest neighbours have the same types, and as many
 * relations, as those of the large ones.
 */
async function fill(database: Database, many: number): Promise<void> {
  await database.system(async (db, connection) => {
    // The keys would take minutes to check.
    await connection.execute(
      'SET statement_timeout = 0; SET session_replication_role = replica; ALTER TABLE edges ENABLE ALWAYS TRIGGER edges_ends',
    );
    const scope = sql`${sql.lit(TENANT)}, ${sql.lit(WORKSPACE_ID)}`;
    const kinds = Object.fromEntries(Object.entries(listEnumerations()).map(([name, { many: kind }]) => [name, kind]));
    const owner = sql`CASE WHEN n * 7919 % ${sql.lit(many)} < ${sql.lit(FEW)} THEN 'few-' ELSE 'many-' END`;
    await sql`
      INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name, discovery_sources,
        max_definitive_severity, details, first_seen_at, last_seen_at, updated_at)
      SELECT ${scope}, type || n, type, type || n, md5(type || n), '{manual}'::text[], CASE WHEN n % 5 = 0 OR n <= ${sql.lit(FEW)} THEN 'low' END,
        jsonb_build_object('asset_id', ${owner} || 'asset', 'mcp_server_id', ${owner} || 'mcp_server', 'file_path', md5(n || type), 'tool_name', '')
          || ${JSON.stringify(kinds)}::jsonb,
        now() - n * interval '1 second', now() - n % 1000 * interval '1 second', now() - n * interval '1 minute'
      FROM generate_series(1, ${sql.lit(many)}) AS n, unnest(${TYPES}::text[]) AS type
      UNION ALL
      SELECT ${scope}, size || '-' || type, type, size || type, size, '{manual}', NULL, '{}'::jsonb, now(), now(), now()
      FROM unnest('{many,few}'::text[]) AS size, unnest(${TYPES}::text[]) AS type`.execute(db);
    await sql`ANALYZE objects`.execute(db);
    const relations = TYPES.flatMap((type) =>
      listRelations(type).flatMap(({ from, edge, relatedType }) =>
        from === 'source' ? [{ source_type: type, edge, target_type: relatedType }] : [],
      ),
    );
    await sql`
      INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence, first_seen_at,
        last_seen_at)
      SELECT ${scope}, CASE WHEN is_source THEN size || '-' || source_type ELSE source_type || n END, edge,
        CASE WHEN is_source THEN target_type || n ELSE size || '-' || target_type END, source_type, target_type, 'declared', now(), now()
      FROM jsonb_to_recordset(${JSON.stringify(relations)}::jsonb) AS relation (source_type text, edge text, target_type text),
        unnest('{true,false}'::boolean[]) AS is_source,
        (VALUES ('few', ${sql.lit(FEW)}), ('many', ${sql.lit(many)})) AS object (size, count), generate_series(1, count) AS n`.execute(
      db,
    );
    await sql`
      INSERT INTO object_degrees (tenant_id, workspace_id, aispm_object_id, edge, degree)
      SELECT ${scope}, id, edge, count(*) FROM (
        SELECT source_id AS id, edge FROM edges
        UNION ALL SELECT target_id, aispm_inverse_edge(edge, source_type) FROM edges
      ) AS ends GROUP BY id, edge`.execute(db);
    await connection.execute('RESET session_replication_role');
    await connection.execute('VACUUM ANALYZE');
  });
}

export function describeNeighbours(many: number): void {
  let meter: Meter;
  beforeAll(async () => {
    const url = await freshPostgresUrl();
    const database = openDatabase(testPostgres(url, 1));
    await fill(database, many);
    await database.close();
    meter = await Meter.start(url);
  });
  afterAll(() => meter?.close());

  const toRequest = ({ path, query, ...list }: NeighbourList, size: 'few' | 'many', more: Record<string, string>) => {
    const [start, filter] = path.replace('{id}', `${size}-${typeOf({ path, query, ...list })}`).split('?');
    return `${start}?${new URLSearchParams([...new URLSearchParams(filter), ...Object.entries({ ...query, ...more })])}`;
  };

  const nameOf = ({ path, query }: NeighbourList) => `${path} ${Object.values(query).join(' ')}`;

  it.each(sampleByHash([...edgeLists, ...filteredLists], nameOf, 3))(
    '$operation reads any page of $path $query',
    async (list) => {
      const few = await meter.read(TENANT, toRequest(list, 'few', {}));
      const first = await meter.read(TENANT, toRequest(list, 'many', {}));
      expect(first.pages, first.plans).toBeLessThanOrEqual(1.5 * few.pages);
      // The last but one has as many items as the others.
      const cursors: string[] = [];
      const ids = new Set<string>();
      let cursor = '';
      do {
        const page = await meter.send(TENANT, toRequest(list, 'many', { page_size: '100', ...(cursor && { cursor }) }));
        for (const item of page.items) ids.add(item.aispm_object_id ?? item.location_id);
        cursor = page.cursor;
        cursors.push(cursor);
      } while (cursor);
      expect(ids.size).toBeGreaterThanOrEqual(many - FEW);
      const last = await meter.read(TENANT, toRequest(list, 'many', { cursor: cursors.at(-4) ?? '' }));
      expect(last.body.items).toHaveLength(50);
      expect(last.pages, last.plans).toBeLessThanOrEqual(1.5 * few.pages);
    },
  );

  it.each(sampleByHash(edgeLists, nameOf, 3))('$operation does not count $path', async (list) => {
    const few = await meter.read(TENANT, toRequest(list, 'few', { include_total: 'true' }));
    const all = await meter.read(TENANT, toRequest(list, 'many', { include_total: 'true' }));
    expect([few.body.total, all.body.total]).toEqual([FEW, many]);
    expect(all.pages, all.plans).toBeLessThanOrEqual(1.5 * few.pages);
  });

  it.each(TYPES)('the neighbourhood of one of type %s is read by its severest neighbours', async (type) => {
    for (const depth of [1, 2, 3]) {
      const few = await meter.read(TENANT, `aispm-graph/{workspace}/few-${type}?depth=${depth}`);
      const all = await meter.read(TENANT, `aispm-graph/{workspace}/many-${type}?depth=${depth}`);
      expect(all.body.nodes).toHaveLength(100);
      expect(all.pages, all.plans).toBeLessThanOrEqual(1.5 * few.pages);
    }
  });
}
