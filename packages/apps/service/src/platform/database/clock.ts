import { sql } from 'kysely';
import type { Db } from './dialect.ts';

/** Reads the database's time, which is the same for all processes; in a transaction, its start time. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: string }>`SELECT now()::timestamptz(3) AS now`.execute(db);
  if (!rows[0]) throw new Error('The database returned no time.');
  return new Date(rows[0].now);
}
