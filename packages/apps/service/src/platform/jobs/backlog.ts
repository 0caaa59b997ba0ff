/** Reads how many jobs are waiting for workers, and for how long. */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Backlog, UnfinishedJobs } from '../services/job-queue.ts';
import type { JobKind } from './job.ts';
import { countWorkers } from './worker-registry.ts';

/**
 * Reads the backlog. The number of workers is read from the database; if no other process uses it, the caller has to replace
 * the number.
 *
 * @param kinds at least one
 */
export async function readBacklog(database: Database, kinds: readonly JobKind[]): Promise<Backlog> {
  const queries = kinds.map(({ name, table }) => {
    const select = (value: string, status: string) => sql`(
      SELECT ${sql.raw(value)} FROM ${sql.table(table.name)} WHERE ${sql.ref(table.status)} = ${sql.lit(status)})`;
    return sql`
      SELECT ${name}::text AS job, ${countWorkers} AS workers, ${select('count(*)::integer', 'queued')} AS queued,
        ${select('count(*)::integer', 'running')} AS running,
        greatest(coalesce(extract(epoch FROM now() - ${select('min(created_at)', 'queued')}), 0), 0)::float8
          AS "oldestQueuedSeconds"`;
  });
  const { rows } = await database.system((db) =>
    sql<UnfinishedJobs & { workers: number }>`${sql.join(queries, sql` UNION ALL `)}`.execute(db),
  );
  return { workers: rows[0]?.workers ?? 0, jobs: rows.map(({ workers: _, ...jobs }) => jobs) };
}
