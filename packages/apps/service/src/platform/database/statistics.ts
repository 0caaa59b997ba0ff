import { sql } from 'kysely';
import type { Db } from './dialect.ts';

/** Tables with fewer rows are quick to read with any plan. */
const MIN_ROWS = 200;

/**
 * Updates the statistics of a table in the current transaction when the transaction has written more rows than the statistics
 * count. With the old statistics every index that begins with tenant and workspace looks as good as the primary key, and the
 * check of each foreign key reads all rows of the workspace.
 *
 * @param written how many rows this transaction has written
 */
export async function analyzeIfGrown(
  db: Db,
  table: 'objects' | 'edges' | 'edge_sightings' | 'fine_grained_issues',
  written: number,
): Promise<void> {
  if (written < MIN_ROWS) return;
  const { rows } = await sql<{ known: number; role: string }>`
    SELECT reltuples::bigint AS known, current_setting('role') AS role FROM pg_class
    WHERE oid = to_regclass(${table})`.execute(db);
  if (!rows[0] || rows[0].known >= written) return;
  // Only the owner of a table may analyze it. The role is restored at the end of the transaction even if this fails.
  await sql`SELECT set_config('role', 'none', true)`.execute(db);
  await sql`ANALYZE ${sql.table(table)}`.execute(db);
  await sql`SELECT set_config('role', ${rows[0].role}, true)`.execute(db);
}
