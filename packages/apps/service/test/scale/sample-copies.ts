/** Fills workspaces of many tenants with copies of the sample data, in every table. */
import { type RawBuilder, sql } from 'kysely';
import { seedSampleData } from '../../src/demo/seed.ts';
import { foldCounts } from '../../src/domains/interactions/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { WORKSPACE_ID } from './tenants.ts';

/** A tenant, with one workspace. */
export interface CopiesTenant {
  tenantId: string;
  /** Copies of the sample data, each with about 30 objects, 60 relations and 500 other rows. */
  copies: number;
}

/** The tenant that is compared with itself: alone, and next to others. */
export const SMALL_TENANT = 'small';

/** Returns tenants whose sizes follow Zipf's law: the second one has half of the copies of the first one, the third one a third, and so on. */
export function listOtherTenants(count: number, largest: number): CopiesTenant[] {
  return Array.from({ length: count }, (_, index) => ({
    tenantId: `other-${index + 1}`,
    copies: Math.ceil(largest / (index + 1)),
  }));
}

/** Seeds the data that the others are copies of: the first copy of the small tenant. */
async function seedFirstCopy(database: Database): Promise<void> {
  await seedSampleData(database, { tenantId: SMALL_TENANT, workspaceId: WORKSPACE_ID });
  // Otherwise a process would change the counts at any time.
  await database.system((session) => session.transaction().execute(foldCounts));
}

/**
 * Fills an empty database. All but the first copy of the small tenant are written after the tables have been analyzed; nothing vacuums or
 * analyzes them again.
 *
 * @param copies how many the small tenant has
 */
export async function fillCopies(database: Database, copies: number, others: readonly CopiesTenant[]): Promise<void> {
  await seedFirstCopy(database);
  await copySampleData(database, others);
  await database.system((_, connection) => connection.execute('VACUUM ANALYZE'));
  await copySampleData(database, [{ tenantId: SMALL_TENANT, copies }]);
}

/** Names the workspace of a tenant. The others have no workspaces of the same name, so that their shares in a table would multiply. */
function nameWorkspace({ tenantId }: CopiesTenant): string {
  return tenantId === SMALL_TENANT ? WORKSPACE_ID : `${WORKSPACE_ID}-of-${tenantId}`;
}

/** Copies the first copy of the small tenant. */
async function copySampleData(database: Database, tenants: readonly CopiesTenant[]): Promise<void> {
  await database.system(async (db, connection) => {
    // Without triggers and keys, which would take minutes: what triggers write is copied as well.
    await connection.execute('SET statement_timeout = 0; SET session_replication_role = replica');
    for (const table of await listWorkspaceTables(db)) await copyTable(db, table, tenants);
    // Terms contain the workspace.
    await sql`INSERT INTO object_terms (tenant_id, workspace_id, aispm_object_id, terms)
      SELECT tenant_id, workspace_id, aispm_object_id, aispm_object_terms(objects) FROM objects
      WHERE tenant_id = ANY(${tenants.map(({ tenantId }) => tenantId)}::text[]) ON CONFLICT DO NOTHING`.execute(db);
    await countAgain(db);
    await connection.execute('RESET session_replication_role');
  });
}

/** Writes the numbers of objects and occurrences, of which a workspace has one row for each type and rule. */
async function countAgain(db: Db): Promise<void> {
  const key = sql.raw('tenant_id, workspace_id');
  await sql`
    INSERT INTO object_counts (${key}, object_type, inventory_count)
    SELECT ${key}, object_type, count(*) FROM objects WHERE lifecycle_status <> 'deleted' GROUP BY 1, 2, 3
    ON CONFLICT (${key}, object_type) DO UPDATE SET inventory_count = excluded.inventory_count`.execute(db);
  await sql`
    UPDATE issues SET fine_grained_issue_count = found.count
    FROM (SELECT ${key}, issue_id, count(*) FROM fine_grained_issues WHERE status <> 'resolved' GROUP BY 1, 2, 3) AS found
    WHERE (issues.tenant_id, issues.workspace_id, issues.issue_id) = (found.tenant_id, found.workspace_id, found.issue_id)`.execute(
    db,
  );
}

/** Not more rows of a table are in a copy; only runs of evaluations have more. */
const MAX_ROWS = 95;
const ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Keys that are no identifiers. */
const KEYS = ['fingerprint', 'stable_key', 'target', 'trace_id', 'span_id'];
/** A workspace has one issue of a rule. */
const SHARED = ['rule_id', 'issue_id'];

interface WorkspaceTable {
  name: string;
  columns: { name: string; type: string }[];
}

async function listWorkspaceTables(db: Db): Promise<WorkspaceTable[]> {
  const { rows } = await sql<WorkspaceTable>`
    SELECT relname AS name, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL)) ORDER BY attnum)
      FILTER (WHERE attgenerated = '' AND attidentity = '' AND attname NOT IN ('tenant_id', 'workspace_id')) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname <> 'object_terms'
    GROUP BY relname HAVING count(*) FILTER (WHERE attname IN ('tenant_id', 'workspace_id')) = 2
    ORDER BY relname`.execute(db);
  return rows;
}

async function copyTable(db: Db, { name, columns }: WorkspaceTable, tenants: readonly CopiesTenant[]): Promise<void> {
  const identifiers = await findIdentifiers(db, name, columns);
  const copied = (column: WorkspaceTable['columns'][number]): RawBuilder<unknown> => {
    const value = sql`original.${sql.ref(column.name)}`;
    if (SHARED.includes(column.name)) return value;
    const place = KEYS.includes(column.name) ? 'all' : identifiers.get(column.name);
    if (place === 'all') return sql`${value} || suffix`;
    if (place !== 'some') return value;
    return sql`regexp_replace(${value}::text, ${sql.lit(ID)}, '\\&' || suffix, 'g')::${sql.raw(column.type)}`;
  };
  const names = columns.map((column) => sql.ref(column.name));
  await sql`
    WITH original AS MATERIALIZED (
      SELECT * FROM ${sql.table(name)} WHERE tenant_id = ${SMALL_TENANT} LIMIT ${sql.lit(MAX_ROWS)}
    )
    INSERT INTO ${sql.table(name)} (${sql.join([sql.ref('tenant_id'), sql.ref('workspace_id'), ...names])})
    SELECT ${sql.join([sql`given.tenant_id`, sql`given.workspace_id`, ...columns.map(copied)])}
    FROM unnest(${tenants.map(({ tenantId }) => tenantId)}::text[], ${tenants.map(nameWorkspace)}::text[],
        ${tenants.map(({ copies }) => copies)}::integer[])
      WITH ORDINALITY AS given (tenant_id, workspace_id, copies, place)
    CROSS JOIN LATERAL (SELECT n, CASE n WHEN 0 THEN '' ELSE '-' || n END AS suffix FROM generate_series(0, copies - 1) AS n
      WHERE given.tenant_id <> ${SMALL_TENANT} OR n > 0) AS copy
    CROSS JOIN original
    ORDER BY place, n
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns the columns that consist of an identifier in each row of the first copy, and those that contain some. */
async function findIdentifiers(
  db: Db,
  table: string,
  columns: WorkspaceTable['columns'],
): Promise<Map<string, 'all' | 'some'>> {
  const candidates = columns.filter(({ type }) => /^(text|json)/.test(type)).map(({ name }) => name);
  if (candidates.length === 0) return new Map();
  const found = candidates.map((name) => {
    const text = sql`${sql.ref(name)}::text`;
    return sql`CASE WHEN bool_and(${text} ~ ${sql.lit(`^${ID}$`)}) THEN 'all'
      WHEN bool_or(${text} ~ ${sql.lit(ID)}) THEN 'some' END AS ${sql.ref(name)}`;
  });
  const { rows } = await sql<Record<string, 'all' | 'some' | null>>`
    SELECT ${sql.join(found)} FROM ${sql.table(table)} WHERE tenant_id = ${SMALL_TENANT}`.execute(db);
  return new Map(candidates.flatMap((name) => (rows[0]?.[name] ? [[name, rows[0][name]]] : [])));
}
