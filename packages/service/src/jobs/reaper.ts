/** Brings to an end, or back into the queue, what nobody works on any more. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Services } from '../services.ts';
import type { JobKind, JobReference } from './job.ts';
import { type Lease, type LeasedTable, requeue } from './leases.ts';

/** How often it looks, in milliseconds. With the lease it keeps what a dead worker held from ending late. */
export const REAP_MS = 2_500;
/** Most rows of one kind in one go. */
const BATCH = 100;
/** A row that waits longer than this has lost its place in the queue, or waits for nothing, in seconds. */
const UNNOTICED_SECONDS = 5;
/** Longest time that a row may wait for a worker, in hours. */
const MAX_WAIT_HOURS = 24;

interface Found extends JobReference {
  lease: Lease;
  /** Whether somebody asked to stop it. */
  stop: boolean;
}

/**
 * Looks at the rows of one kind: those of dead workers, those that are to be stopped before anybody has taken them, and those
 * that have waited too long.
 *
 * @param working owners of the leases of this process: it is alive, also when the database was too busy for their heartbeats
 * @returns rows that a worker should look at
 */
export async function reap(
  kind: JobKind,
  working: readonly string[],
  { database, log }: Services,
): Promise<JobReference[]> {
  const { table } = kind;
  const isLost = sql`${status(table)} = 'running' AND coalesce(lease_expires_at, '-infinity') < now()
    AND coalesce(lease_owner, '') <> ALL(${working}::text[])`;
  const isStopped = sql`${status(table)} = 'queued' AND ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`}`;
  const isLate = sql`${status(table)} = 'queued' AND created_at < now() - make_interval(hours => ${sql.lit(MAX_WAIT_HOURS)})`;
  const isUnnoticed = sql`${status(table)} = 'queued' AND created_at < now() - make_interval(secs => ${sql.lit(UNNOTICED_SECONDS)})
    ${table.ready ? sql`AND ${table.ready}` : sql``}`;

  return database.system(async (db) => {
    const again = await db.transaction().execute(async (transaction) => {
      const queued: JobReference[] = [];
      for (const row of await find(transaction, table, isLost)) {
        const { lease, stop } = row;
        log.warn({ job: kind.name, id: row.id, worker: lease.owner, attempt: lease.attempt }, 'A worker was lost');
        if (stop) await kind.end(transaction, row, lease, { status: 'cancelled' });
        else if (lease.attempt <= kind.retries) {
          await requeue(transaction, table, row, lease);
          queued.push(row);
        } else {
          const message = 'The worker died before the end.';
          await kind.end(transaction, row, lease, { status: 'failed', reason: 'worker_lost', message });
        }
      }
      for (const row of await find(transaction, table, isStopped)) {
        await kind.end(transaction, row, row.lease, { status: 'cancelled' });
      }
      for (const row of await find(transaction, table, isLate)) {
        const message = `No worker was free for ${MAX_WAIT_HOURS} hours.`;
        await kind.end(transaction, row, row.lease, { status: 'failed', reason: 'timeout', message });
      }
      return queued;
    });
    return [...again, ...(await find(db, table, isUnnoticed))];
  });
}

function status(table: LeasedTable): RawBuilder<unknown> {
  return sql.ref(table.status);
}

/** Rows that have not ended and that nobody else is looking at. */
async function find(db: Db, table: LeasedTable, condition: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<JobReference & Lease & Pick<Found, 'stop'>>`
    SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId", ${sql.ref(table.id)} AS id, attempt,
      lease_owner AS owner, ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`} AS stop
    FROM ${sql.table(table.name)}
    WHERE finished_at IS NULL AND ${condition}
    ORDER BY created_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map(({ owner, attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}
