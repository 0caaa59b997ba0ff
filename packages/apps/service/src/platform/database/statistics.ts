import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Db } from './dialect.ts';
import { inWorkspace, type Workspace } from './rows.ts';

/** Tables with fewer rows of a workspace are quick to read with any plan. */
const MIN_ROWS = 200;
/** The minimum share of a table for its sample to contain enough rows of a workspace to estimate their number. */
const MIN_SHARE = 0.001;

/**
 * Updates the statistics of a table in the current transaction if it wrote more than half of the rows that the statistics
 * expect in its workspace. With the old statistics, every index that starts with tenant and workspace looks as good as the
 * primary key, and each foreign key check reads all rows of the workspace.
 *
 * @param written the number of rows that this transaction wrote in the workspace
 */
export async function analyzeIfGrown(
  db: Db,
  table: 'objects' | 'edges' | 'edge_sightings' | 'fine_grained_issues',
  workspace: Workspace,
  written: number,
): Promise<void> {
  if (!(await isLarge(db, table, written))) return;
  const { rows } = await sql<{ role: string }>`SELECT current_setting('role') AS role`.execute(db);
  // Only a table's owner may analyze it. The role is restored at the end of the transaction even if this fails.
  await sql`SELECT set_config('role', 'none', true)`.execute(db);
  if (await isUnderestimated(db, table, workspace, written)) await sql`ANALYZE ${sql.table(table)}`.execute(db);
  await sql`SELECT set_config('role', ${rows[0]?.role}::text, true)`.execute(db);
}

/** Tables that grow together. */
export interface GrowingTables {
  tables: readonly string[];
  /** Queries that count the rows of a workspace in some of them, while reading few rows. */
  counts: Readonly<Record<string, RawBuilder<{ count: number }>>>;
}

/**
 * Updates the statistics of tables if a workspace has at least twice as many rows in one of them as the statistics expect.
 * Otherwise, the planner assumes that a tenant that has grown since the last ANALYZE has a row or two, and reads the whole
 * workspace to find a few rows.
 */
export async function analyzeUnknownRows(
  database: Database,
  workspace: Workspace,
  { tables, counts }: GrowingTables,
): Promise<void> {
  await database.system(async (db) => {
    for (const [table, query] of Object.entries(counts)) {
      const { rows } = await query.execute(db);
      const count = rows[0]?.count ?? 0;
      if (!(await isLarge(db, table, count)) || !(await isUnderestimated(db, table, workspace, count))) continue;
      // One by one, so no transaction waits for the locks of all of them.
      for (const grown of tables) await sql`ANALYZE ${sql.table(grown)}`.execute(db);
      return;
    }
  });
}

/** Whether the planner should, and can, know this number of rows of a workspace. */
async function isLarge(db: Db, table: string, count: number): Promise<boolean> {
  if (count < MIN_ROWS) return false;
  const { rows } = await sql<{ known: number }>`
    SELECT reltuples::bigint AS known FROM pg_class WHERE oid = to_regclass(${table})`.execute(db);
  return rows[0] !== undefined && count >= rows[0].known * MIN_SHARE;
}

/** Whether the statistics expect less than half of a workspace's rows. @param db without row-level security */
async function isUnderestimated(db: Db, table: string, workspace: Workspace, count: number): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    EXPLAIN (FORMAT JSON) SELECT FROM ${sql.table(table)} WHERE ${inWorkspace(table, workspace)}`.execute(db);
  const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  return expected * 2 < count;
}
