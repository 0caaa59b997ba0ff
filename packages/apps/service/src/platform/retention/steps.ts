/** Counts rows, and removes them in steps, each of which is a transaction of limited size. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Yields the amount that each step removed, until one removes nothing. */
export async function* untilNone(step: () => Promise<number>): AsyncGenerator<number> {
  for (let removed = await step(); removed > 0; removed = await step()) yield removed;
}

/**
 * Counts the rows of a query.
 *
 * @param rows the query, starting with `FROM`
 */
export async function countRows(database: Database, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counts } = await database.system((db) => sql<{ count: number }>`SELECT count(*) ${rows}`.execute(db));
  return counts[0]?.count ?? 0;
}

/**
 * Deletes or changes the rows of a query, which then no longer selects them. Locked rows are skipped until the next run.
 *
 * @param change the statement without its condition, such as `DELETE FROM scans`
 * @param rows the query, starting with `FROM`, of one table
 * @param batch maximum number of rows in one step
 * @returns the number of rows that each step changed
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
