/** How much work waits for workers, and for how long. */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { JobKind } from './job.ts';
import { countWorkers } from './presence.ts';

/** The unfinished jobs of one kind. */
export interface UnfinishedJobs {
  job: string;
  queued: number;
  running: number;
  /** Age of the queued job that was requested first, in seconds; 0 when none is queued. */
  oldestQueuedSeconds: number;
}

/** The unfinished jobs of all workspaces. */
export interface Backlog {
  /** Number of processes that execute jobs. */
  workers: number;
  jobs: UnfinishedJobs[];
}

/** Jobs that have waited for less do not count as waiting in vain, in seconds: workers may be about to start. */
const STALLED_SECONDS = 30;

/**
 * Reads the backlog. The number of workers is that of the database; for a database of this process alone the caller knows it.
 *
 * @param kinds at least one
 */
export async function readBacklog(database: Database, kinds: readonly JobKind[]): Promise<Backlog> {
  const queries = kinds.map(
    ({ name, table }) => sql`
      SELECT ${name}::text AS job, ${countWorkers} AS workers,
        count(*) FILTER (WHERE ${sql.ref(table.status)} = 'queued')::integer AS queued,
        count(*) FILTER (WHERE ${sql.ref(table.status)} = 'running')::integer AS running,
        coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE ${sql.ref(table.status)} = 'queued')), 0)::float8
          AS "oldestQueuedSeconds"
      FROM ${sql.table(table.name)} WHERE finished_at IS NULL`,
  );
  const { rows } = await database.system((db) =>
    sql<UnfinishedJobs & { workers: number }>`${sql.join(queries, sql` UNION ALL `)}`.execute(db),
  );
  return { workers: rows[0]?.workers ?? 0, jobs: rows.map(({ workers: _, ...jobs }) => jobs) };
}

/** Returns whether jobs wait and no process executes them. */
export function isStalled({ workers, jobs }: Backlog): boolean {
  return workers === 0 && jobs.some(({ oldestQueuedSeconds }) => oldestQueuedSeconds > STALLED_SECONDS);
}
