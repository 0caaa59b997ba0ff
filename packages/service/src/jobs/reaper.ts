/** Brings to an end, or back into the queue, what nobody works on any more. */
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Services } from '../services.ts';
import type { JobKind, JobReference } from './job.ts';
import { type Lease, type LeasedTable, requeue } from './leases.ts';

/** How often it looks, in milliseconds. With the lease it keeps what a dead worker held from ending late. */
export const REAP_MS = 4_000;
/** Most rows of one kind in one go. */
const BATCH = 100;
/** A row that waits longer than this has lost its place in the queue, or waits for nothing, in seconds. */
const UNNOTICED_SECONDS = 5;
/** Longest time that a row may wait for a worker, in hours. */
const MAX_WAIT_HOURS = 24;

interface Found extends JobReference {
  attempt: number;
  owner: string | null;
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
  const again = await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      const lost = await find(
        transaction,
        table,
        sql`lease_expires_at < now() AND lease_owner <> ALL(${working}::text[])`,
      );
      const queued: JobReference[] = [];
      for (const row of lost) {
        const lease: Lease = { owner: row.owner ?? '', attempt: row.attempt };
        log.warn({ job: kind.name, id: row.id, worker: row.owner, attempt: row.attempt }, 'A worker was lost');
        if (row.stop) await kind.end(transaction, row, lease, { status: 'cancelled' });
        else if (row.attempt <= kind.retries) {
          await requeue(transaction, table, row, lease);
          queued.push(row);
        } else {
          const message = 'The worker died before the end.';
          await kind.end(transaction, row, lease, { status: 'failed', reason: 'worker_lost', message });
        }
      }
      return queued;
    }),
  );
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      const stopped = table.isStoppable
        ? await find(transaction, table, sql`lease_owner IS NULL AND cancel_requested_at IS NOT NULL`)
        : [];
      for (const row of stopped) await kind.end(transaction, row, null, { status: 'cancelled' });
      const late = sql`lease_owner IS NULL AND created_at < now() - make_interval(hours => ${sql.lit(MAX_WAIT_HOURS)})`;
      for (const row of await find(transaction, table, late)) {
        const message = `No worker was free for ${MAX_WAIT_HOURS} hours.`;
        await kind.end(transaction, row, null, { status: 'failed', reason: 'timeout', message });
      }
    }),
  );
  const unnoticed = sql`lease_owner IS NULL AND created_at < now() - make_interval(secs => ${sql.lit(UNNOTICED_SECONDS)})
    ${table.ready ? sql`AND ${table.ready}` : sql``}`;
  return [...again, ...(await database.system((db) => find(db, table, unnoticed)))];
}

/** Rows that have not ended and that nobody else is looking at. */
async function find(db: Db, table: LeasedTable, condition: ReturnType<typeof sql>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId", ${sql.ref(table.id)} AS id, attempt,
      lease_owner AS owner, ${table.isStoppable ? sql`cancel_requested_at IS NOT NULL` : sql`false`} AS stop
    FROM ${sql.table(table.name)}
    WHERE finished_at IS NULL AND ${condition}
    ORDER BY created_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows;
}
