import { sql } from 'kysely';
import type { Db } from './dialect.ts';

/** Fewer rows than this are quick to read whatever the plan. */
const MANY = 200;

/**
 * Has the database look at a table that has just grown to several times of what it knows of, within the same transaction. Without
 * statistics every index that begins with tenant and workspace looks as good as the primary key, and the check of each reference
 * reads the whole workspace.
 *
 * @param written how many rows this transaction has written
 */
export async function learnGrowth(
  db: Db,
  table: 'objects' | 'edges' | 'edge_sightings' | 'fine_grained_issues',
  written: number,
): Promise<void> {
  if (written < MANY) return;
  const { rows } = await sql<{ known: number; role: string }>`
    SELECT reltuples::bigint AS known, current_setting('role') AS role FROM pg_class
    WHERE oid = to_regclass(${table})`.execute(db);
  if (!rows[0] || rows[0].known >= written) return;
  // Only the owner of a table may do it; the role comes back at the end of the transaction even if this fails.
  await sql`SELECT set_config('role', 'none', true)`.execute(db);
  await sql`ANALYZE ${sql.table(table)}`.execute(db);
  await sql`SELECT set_config('role', ${rows[0].role}, true)`.execute(db);
}
