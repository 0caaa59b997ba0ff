/** Ends or requeues rows of dead workers, and ends rows that no worker will claim. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { JobReference } from '../services/job-queue.ts';
import type { Services } from '../services/services.ts';
import type { JobEnd, JobKind } from './job.ts';
import { type Lease, type LeasedTable, requeue } from './leases.ts';

/**
 * How often each process looks for lost rows, in milliseconds. A dead worker's row ends after up to this time plus the duration
 * of a lease.
 */
export const REAP_MS = 2_500;
/** Maximum number of rows of one kind in one transaction. */
const BATCH = 100;
/** Maximum time that a row may wait for a worker, in hours. */
const MAX_WAIT_HOURS = 24;

/** The outcome of a row that was requeued or ended. */
export type ReapedOutcome = 'requeued' | JobEnd['status'];

interface UnfinishedRow extends JobReference {
  lease: Lease;
  /** Whether a client requested the job to stop. */
  stop: boolean;
}

/** Conditions for rows to reap. */
interface Conditions {
  /** The worker is dead. */
  lost: RawBuilder<SqlBool>;
  /** A stop was requested before a worker claimed it. */
  stopped: RawBuilder<SqlBool>;
  /** It waited too long. */
  late: RawBuilder<SqlBool>;
}

/**
 * Returns the kinds with rows to {@link reap}. Usually there are none, which a single statement reveals for all kinds.
 *
 * @param kinds at least one
 */
export async function findKindsToReap(
  db: Db,
  kinds: readonly JobKind[],
  liveOwners: readonly string[],
): Promise<string[]> {
  const queries = kinds.map(({ name, table }) => {
    const { lost, stopped, late } = createConditions(table, liveOwners);
    const exists = (condition: RawBuilder<SqlBool>) =>
      sql`EXISTS (SELECT FROM ${sql.table(table.name)} WHERE ${condition})`;
    return sql`SELECT ${name}::text AS name WHERE ${exists(lost)} OR ${exists(stopped)} OR ${exists(late)}`;
  });
  const { rows } = await sql<{ name: string }>`${sql.join(queries, sql` UNION ALL `)}`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Ends or requeues rows of one kind: rows of dead workers, rows with a stop request that no worker claimed, and rows that
 * waited too long.
 *
 * @param liveOwners owners of this process's leases, which are alive even if the database was too busy for its heartbeats
 * @returns the outcome of each row
 */
export async function reap(
  kind: JobKind,
  liveOwners: readonly string[],
  { database, log }: Pick<Services, 'database' | 'log'>,
): Promise<ReapedOutcome[]> {
  const { table } = kind;
  const { lost, stopped, late } = createConditions(table, liveOwners);
  return database.system((session) =>
    session.transaction().execute(async (db) => {
      const outcomes: ReapedOutcome[] = [];
      const end = async (row: UnfinishedRow, jobEnd: JobEnd) => {
        await kind.end(db, row, row.lease, jobEnd);
        outcomes.push(jobEnd.status);
      };
      for (const row of await findUnfinished(db, table, lost)) {
        const { lease, stop } = row;
        log.warn({ job: kind.name, id: row.id, worker: lease.owner, attempt: lease.attempt }, 'A worker was lost');
        if (stop) await end(row, { status: 'cancelled' });
        else if (lease.attempt <= kind.retries) {
          await requeue(db, table, row, lease);
          outcomes.push('requeued');
        } else {
          await end(row, { status: 'failed', reason: 'worker_lost', message: 'The worker died before the end.' });
        }
      }
      for (const row of await findUnfinished(db, table, stopped)) await end(row, { status: 'cancelled' });
      for (const row of await findUnfinished(db, table, late)) {
        const message = `No worker was free for ${MAX_WAIT_HOURS} hours.`;
        await end(row, { status: 'failed', reason: 'timeout', message });
      }
      return outcomes;
    }),
  );
}

function createConditions({ status, isStoppable }: LeasedTable, liveOwners: readonly string[]): Conditions {
  const isQueued = sql`${sql.ref(status)} = 'queued'`;
  return {
    lost: sql`(${sql.ref(status)} = 'running' AND coalesce(lease_expires_at, '-infinity') < now()
      AND coalesce(lease_owner, '') <> ALL(${liveOwners}::text[]))`,
    stopped: isStoppable ? sql`(${isQueued} AND cancel_requested_at IS NOT NULL)` : sql`false`,
    late: sql`(${isQueued} ${isStoppable ? sql`AND cancel_requested_at IS NULL` : sql``}
      AND created_at < now() - make_interval(hours => ${sql.lit(MAX_WAIT_HOURS)}))`,
  };
}

/** Returns and locks unfinished rows, except the ones that another process has locked. */
async function findUnfinished(db: Db, table: LeasedTable, condition: RawBuilder<SqlBool>): Promise<UnfinishedRow[]> {
  const { rows } = await sql<JobReference & Lease & Pick<UnfinishedRow, 'stop'>>`
    SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId", ${sql.ref(table.id)} AS id, attempt,
      lease_owner AS owner, ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`} AS stop
    FROM ${sql.table(table.name)}
    WHERE ${condition}
    ORDER BY created_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map(({ owner, attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}
