/**
 * Leases of rows, with owner and expiry. Every change compares the previous state, so only one of two workers gets a row, and a
 * worker whose lease has expired can no longer write. All times are the database's.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace } from '../database/rows.ts';
import type { JobReference } from '../services/job-queue.ts';

/** How long a lease lasts without a heartbeat, in milliseconds. */
const LEASE_MS = 10_000;
/** How often a worker renews its lease, in milliseconds. */
export const HEARTBEAT_MS = 2_500;

/** A table of jobs: with `attempt`, `lease_owner`, `lease_expires_at` and the times of a state machine. */
export interface LeasedTable {
  name: 'evaluation_runs' | 'scans' | 'view_exports';
  /** The column that identifies a row in a workspace. */
  id: string;
  /** The column with `queued`, `running` and the final states. */
  status: string;
  /** Whether the table has a column `cancel_requested_at`. */
  isStoppable: boolean;
  /** The column that the jobs of a workspace are claimed by, in ascending order. */
  order: 'position' | 'created_at';
  /** Whether the jobs of a workspace run one after the other; default: false. */
  isExclusive?: boolean;
}

/** A lease of a row. */
export interface Lease {
  /** The worker; null while the row is queued. */
  owner: string | null;
  /** The attempt that the lease is for, because the same worker may claim the row again. */
  attempt: number;
}

const interval = sql`make_interval(secs => ${sql.lit(LEASE_MS / 1000)})`;

/** Condition: the row of the job table is the referenced one. */
export function isRow({ name, id }: LeasedTable, reference: JobReference): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${inWorkspace(name, reference)} AND ${sql.ref(id)} = ${reference.id})`;
}

/** Condition: the row hasn't ended, and this lease holds it. */
export function isHeldBy({ owner, attempt }: Lease): RawBuilder<SqlBool> {
  return sql<SqlBool>`(finished_at IS NULL AND lease_owner IS NOT DISTINCT FROM ${owner}::text AND attempt = ${attempt})`;
}

/** Assignments that let a worker hold a queued row. */
export function startLease({ status }: LeasedTable, owner: string): RawBuilder<unknown> {
  return sql`${sql.ref(status)} = 'running', started_at = coalesce(started_at, now()),
    lease_owner = ${owner}, lease_expires_at = now() + ${interval}`;
}

/** Renews a lease. @returns `stop` if a client requested the job to stop, `lost` if the lease no longer holds the row */
export async function renew(
  db: Db,
  table: LeasedTable,
  reference: JobReference,
  lease: Lease,
): Promise<'held' | 'stop' | 'lost'> {
  const { rows } = await sql<{ stop: boolean }>`
    UPDATE ${sql.table(table.name)} SET lease_expires_at = now() + ${interval}
    WHERE ${isRow(table, reference)} AND ${isHeldBy(lease)}
    RETURNING ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`} AS stop`.execute(db);
  if (!rows[0]) return 'lost';
  return rows[0].stop ? 'stop' : 'held';
}

/** Requeues a row for the next attempt. */
export async function requeue(db: Db, table: LeasedTable, reference: JobReference, lease: Lease): Promise<void> {
  await sql`
    UPDATE ${sql.table(table.name)} SET ${sql.ref(table.status)} = 'queued', attempt = attempt + 1,
      lease_owner = NULL, lease_expires_at = NULL
    WHERE ${isRow(table, reference)} AND ${isHeldBy(lease)}`.execute(db);
}
