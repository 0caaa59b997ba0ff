/**
 * Who works on a row, and until when that is believed. Every change compares what was there before: of two workers one gets
 * the row, and one that was given up cannot write any more. All times are those of the database.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { JobReference } from './job.ts';

/** How long a worker may be silent, in milliseconds. */
const LEASE_MS = 10_000;
/** How often a worker shows that it lives, in milliseconds. */
export const HEARTBEAT_MS = 2_500;

/** A table whose rows are worked on: with `attempt`, `lease_owner`, `lease_expires_at` and the times of a state machine. */
export interface LeasedTable {
  name: 'evaluation_runs' | 'scans' | 'view_exports';
  /** Its column that identifies a row in a workspace. */
  id: string;
  /** Its column with `queued`, `running` and the ends. */
  status: string;
  /** Whether it has a column `cancel_requested_at`. */
  isStoppable: boolean;
  /** What must hold of a queued row, besides, before a worker may take it. The table goes by its own name in it. */
  ready?: RawBuilder<SqlBool>;
}

/** A worker's right to a row. */
export interface Lease {
  /** Names the worker; null while the row is queued. */
  owner: string | null;
  /** The try that it was given for: the same worker may get the row again. */
  attempt: number;
}

const interval = sql`make_interval(secs => ${sql.lit(LEASE_MS / 1000)})`;

/** Condition: this row. */
export function isRow({ id }: LeasedTable, reference: JobReference): RawBuilder<SqlBool> {
  return sql<SqlBool>`(tenant_id = ${reference.tenantId} AND workspace_id = ${reference.workspaceId}
    AND ${sql.ref(id)} = ${reference.id})`;
}

/** Condition: the row has not ended, and is in the hands of this lease. */
export function holds({ owner, attempt }: Lease): RawBuilder<SqlBool> {
  return sql<SqlBool>`(finished_at IS NULL AND lease_owner IS NOT DISTINCT FROM ${owner}::text AND attempt = ${attempt})`;
}

/** Takes a queued row; undefined when somebody else has it, it has ended, is to be stopped or is not ready. */
export async function claim(
  db: Db,
  table: LeasedTable,
  reference: JobReference,
  owner: string,
): Promise<Lease | undefined> {
  const { rows } = await sql<{ attempt: number }>`
    UPDATE ${sql.table(table.name)} SET ${sql.ref(table.status)} = 'running', started_at = coalesce(started_at, now()),
      lease_owner = ${owner}, lease_expires_at = now() + ${interval}
    WHERE ${isRow(table, reference)} AND ${sql.ref(table.status)} = 'queued'
      ${table.isStoppable ? sql`AND cancel_requested_at IS NULL` : sql``}
      ${table.ready ? sql`AND ${table.ready}` : sql``}
    RETURNING attempt`.execute(db);
  return rows[0] && { owner, attempt: rows[0].attempt };
}

/** Shows that the worker lives. `stop` when somebody asked to stop the work, `lost` when the row is not the worker's any more. */
export async function renew(
  db: Db,
  table: LeasedTable,
  reference: JobReference,
  lease: Lease,
): Promise<'held' | 'stop' | 'lost'> {
  const { rows } = await sql<{ stop: boolean }>`
    UPDATE ${sql.table(table.name)} SET lease_expires_at = now() + ${interval}
    WHERE ${isRow(table, reference)} AND ${holds(lease)}
    RETURNING ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`} AS stop`.execute(db);
  if (!rows[0]) return 'lost';
  return rows[0].stop ? 'stop' : 'held';
}

/** Puts a row back into the queue, for the next try. */
export async function requeue(db: Db, table: LeasedTable, reference: JobReference, lease: Lease): Promise<void> {
  await sql`
    UPDATE ${sql.table(table.name)} SET ${sql.ref(table.status)} = 'queued', attempt = attempt + 1,
      lease_owner = NULL, lease_expires_at = NULL
    WHERE ${isRow(table, reference)} AND ${holds(lease)}`.execute(db);
}
