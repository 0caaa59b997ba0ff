import { sql } from 'kysely';
import type { Db } from './dialect.ts';
import { inWorkspace, type Workspace } from './rows.ts';

/** Tables with fewer rows of a workspace are quick to read with any plan. */
const MIN_ROWS = 200;
/** The part of a table from which on its sample contains enough rows of a workspace to estimate their number. */
const MIN_SHARE = 0.001;

/**
 * Updates the statistics of a table in the current transaction when it has written more than half of the rows that the statistics expect in
 * its workspace. With the old statistics every index that begins with tenant and workspace looks as good as the primary key, and the
 * check of each foreign key reads all rows of the workspace.
 *
 * @param written how many rows this transaction has written in the workspace
 */
export async function analyzeIfGrown(
  db: Db,
  table: 'objects' | 'edges' | 'edge_sightings' | 'fine_grained_issues',
  workspace: Workspace,
  written: number,
): Promise<void> {
  if (written < MIN_ROWS) return;
  const { rows } = await sql<{ known: number; role: string }>`
    SELECT reltuples::bigint AS known, current_setting('role') AS role FROM pg_class
    WHERE oid = to_regclass(${table})`.execute(db);
  if (!rows[0] || written < rows[0].known * MIN_SHARE) return;
  // Only the owner of a table may analyze it. The role is restored at the end of the transaction even if this fails.
  await sql`SELECT set_config('role', 'none', true)`.execute(db);
  const plans = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    EXPLAIN (FORMAT JSON) SELECT FROM ${sql.table(table)} WHERE ${inWorkspace(table, workspace)}`.execute(db);
  const expected = plans.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  if (expected * 2 < written) await sql`ANALYZE ${sql.table(table)}`.execute(db);
  await sql`SELECT set_config('role', ${rows[0].role}, true)`.execute(db);
}
