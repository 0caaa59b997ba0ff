/** Counts and removes rows, many of them in steps: each is one transaction of bounded size. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Yields how much each step has removed, until one removes nothing. */
export async function* untilNone(step: () => Promise<number>): AsyncGenerator<number> {
  for (let removed = await step(); removed > 0; removed = await step()) yield removed;
}

/**
 * Counts the rows of a query.
 *
 * @param rows the query from `FROM` on
 */
export async function countRows(database: Database, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counts } = await database.system((db) => sql<{ count: number }>`SELECT count(*) ${rows}`.execute(db));
  return counts[0]?.count ?? 0;
}

/**
 * Deletes or changes the rows of a query, which it then no longer selects. Rows that are locked wait for the next time.
 *
 * @param change the statement without its condition, such as `DELETE FROM scans`
 * @param rows the query from `FROM` on, of one table
 * @param batch maximum number of rows in one step
 * @returns how many rows each step has changed
 */
export function changeRows(
  database: Database,
  change: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
  batch: number,
): AsyncGenerator<number> {
  return untilNone(async () => {
    const { numAffectedRows } = await database.system((db) =>
      sql`${change} WHERE ctid = ANY(ARRAY(SELECT ctid ${rows} LIMIT ${sql.lit(batch)} FOR UPDATE SKIP LOCKED))`.execute(
        db,
      ),
    );
    return Number(numAffectedRows);
  });
}
