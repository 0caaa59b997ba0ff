/** Which processes execute jobs: each writes periodically that it lives. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** How often a process writes that it lives, in milliseconds. */
export const PRESENCE_MS = 5_000;
/** A process that was silent for longer does not count, in seconds. */
const ALIVE_SECONDS = 20;
/** Rows of processes that died are deleted after this time, in hours. */
const KEEP_HOURS = 1;

/** Query: the number of processes that execute jobs. */
export const countWorkers: RawBuilder<number> = sql`(SELECT count(*)::integer FROM job_workers
  WHERE seen_at > now() - make_interval(secs => ${sql.lit(ALIVE_SECONDS)}))`;

/** Writes that a process lives, and forgets those that died long ago. */
export async function reportPresence(database: Database, process: string): Promise<void> {
  await database.system(async (db) => {
    await sql`INSERT INTO job_workers (process) VALUES (${process})
      ON CONFLICT (process) DO UPDATE SET seen_at = now()`.execute(db);
    await sql`DELETE FROM job_workers
      WHERE seen_at < now() - make_interval(hours => ${sql.lit(KEEP_HOURS)})`.execute(db);
  });
}

/** Writes that a process has ended. */
export async function endPresence(database: Database, process: string): Promise<void> {
  await database.system((db) => sql`DELETE FROM job_workers WHERE process = ${process}`.execute(db));
}
