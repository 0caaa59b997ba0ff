/** Ends or requeues the rows of dead workers, and those that no worker will claim. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Services } from '../services.ts';
import type { JobEnd, JobKind } from './job.ts';
import type { JobReference } from './job-queue.ts';
import { type Lease, type LeasedTable, requeue } from './leases.ts';

/** How often each process looks for lost rows, in milliseconds. The duration of a lease is added until a dead worker's row ends. */
export const REAP_MS = 2_500;
/** Maximum number of rows of one kind in one transaction. */
const BATCH = 100;
/** A row that is queued for longer is announced again, in seconds. */
const ANNOUNCE_AGAIN_SECONDS = 5;
/** Maximum time that a row may wait for a worker, in hours. */
const MAX_WAIT_HOURS = 24;

/** What a search for lost rows has done. */
export interface Reaped {
  /** The rows that should be announced to workers. */
  toAnnounce: JobReference[];
  /** What became of each row that was queued again or has ended. */
  outcomes: ('requeued' | JobEnd['status'])[];
}

interface UnfinishedRow extends JobReference {
  lease: Lease;
  /** Whether a client has requested that the job stops. */
  stop: boolean;
}

/**
 * Ends or requeues rows of one kind: those of dead workers, those that are to be stopped before a worker has claimed them, and
 * those that have waited too long.
 *
 * @param liveOwners owners of the leases of this process, which is alive even if the database was too busy for its heartbeats
 */
export async function reap(
  kind: JobKind,
  liveOwners: readonly string[],
  { database, log }: Pick<Services, 'database' | 'log'>,
): Promise<Reaped> {
  const { table } = kind;
  const isLost = sql`${status(table)} = 'running' AND coalesce(lease_expires_at, '-infinity') < now()
    AND coalesce(lease_owner, '') <> ALL(${liveOwners}::text[])`;
  const isStopped = sql`${status(table)} = 'queued' AND ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`}`;
  const isLate = sql`${status(table)} = 'queued' AND created_at < now() - make_interval(hours => ${sql.lit(MAX_WAIT_HOURS)})`;
  const isUnnoticed = sql`${status(table)} = 'queued' AND created_at < now() - make_interval(secs => ${sql.lit(ANNOUNCE_AGAIN_SECONDS)})
    ${table.ready ? sql`AND ${table.ready}` : sql``}`;

  return database.system(async (db) => {
    const { queued, outcomes } = await db.transaction().execute(async (transaction) => {
      const queued: JobReference[] = [];
      const outcomes: Reaped['outcomes'] = [];
      const end = async (row: UnfinishedRow, jobEnd: JobEnd) => {
        await kind.end(transaction, row, row.lease, jobEnd);
        outcomes.push(jobEnd.status);
      };
      for (const row of await findUnfinished(transaction, table, isLost)) {
        const { lease, stop } = row;
        log.warn({ job: kind.name, id: row.id, worker: lease.owner, attempt: lease.attempt }, 'A worker was lost');
        if (stop) await end(row, { status: 'cancelled' });
        else if (lease.attempt <= kind.retries) {
          await requeue(transaction, table, row, lease);
          queued.push(row);
          outcomes.push('requeued');
        } else {
          await end(row, { status: 'failed', reason: 'worker_lost', message: 'The worker died before the end.' });
        }
      }
      for (const row of await findUnfinished(transaction, table, isStopped)) await end(row, { status: 'cancelled' });
      for (const row of await findUnfinished(transaction, table, isLate)) {
        const message = `No worker was free for ${MAX_WAIT_HOURS} hours.`;
        await end(row, { status: 'failed', reason: 'timeout', message });
      }
      return { queued, outcomes };
    });
    return { toAnnounce: [...queued, ...(await findUnfinished(db, table, isUnnoticed))], outcomes };
  });
}

function status(table: LeasedTable): RawBuilder<unknown> {
  return sql.ref(table.status);
}

/** Returns rows that have not ended, and locks them; those that another process has locked are left out. */
async function findUnfinished(db: Db, table: LeasedTable, condition: RawBuilder<unknown>): Promise<UnfinishedRow[]> {
  const { rows } = await sql<JobReference & Lease & Pick<UnfinishedRow, 'stop'>>`
    SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId", ${sql.ref(table.id)} AS id, attempt,
      lease_owner AS owner, ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`} AS stop
    FROM ${sql.table(table.name)}
    WHERE finished_at IS NULL AND ${condition}
    ORDER BY created_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map(({ owner, attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}
