/** The registry of the processes that execute jobs. Each one periodically reports that it's alive. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** How often a process reports that it's alive, in milliseconds. */
export const REGISTRATION_MS = 5_000;
/** A process that hasn't reported for longer is considered dead, in seconds. */
const ALIVE_SECONDS = 20;
/** How long the rows of dead processes are kept, in hours. */
const KEEP_HOURS = 1;

/** Query: the number of processes that execute jobs. */
export const countWorkers: RawBuilder<number> = sql`(SELECT count(*)::integer FROM job_workers
  WHERE seen_at > now() - make_interval(secs => ${sql.lit(ALIVE_SECONDS)}))`;

/** Reports that a process is alive, and removes the ones that died long ago. */
export async function registerWorker(database: Database, process: string): Promise<void> {
  await database.system(async (db) => {
    await sql`INSERT INTO job_workers (process) VALUES (${process})
      ON CONFLICT (process) DO UPDATE SET seen_at = now()`.execute(db);
    await sql`DELETE FROM job_workers
      WHERE seen_at < now() - make_interval(hours => ${sql.lit(KEEP_HOURS)})`.execute(db);
  });
}

/** Removes a process that stops. */
export async function unregisterWorker(database: Database, process: string): Promise<void> {
  await database.system((db) => sql`DELETE FROM job_workers WHERE process = ${process}`.execute(db));
}
