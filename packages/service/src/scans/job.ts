/** Scans as jobs: a worker takes one, and others of its target follow. */
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace } from '../database/rows.ts';
import type { JobKind, JobReference } from '../jobs/job.ts';
import { holds } from '../jobs/leases.ts';
import { processScan } from './process.ts';

/** How many times a transaction is tried that another one got in the way of. */
const TRIES = 3;

/** Ended by a deadlock, a serialization failure or a record that somebody else has just made. */
const CONFLICTS = new Set(['40P01', '40001', '23505']);

export const scanJob: JobKind = {
  name: 'scan',
  table: {
    name: 'scans',
    id: 'scan_id',
    status: 'status',
    isStoppable: false,
    ready: sql<boolean>`NOT EXISTS (
      SELECT FROM scans AS earlier
      WHERE earlier.tenant_id = scans.tenant_id AND earlier.workspace_id = scans.workspace_id
        AND earlier.scan_target_id = scans.scan_target_id AND earlier.position < scans.position
        AND earlier.finished_at IS NULL
    )`,
  },
  concurrency: 2,
  retries: 2,
  timeoutMs: 10 * 60_000,
  async run({ lease, database, ...reference }, services) {
    await withRetries(() =>
      database((db) =>
        db.transaction().execute((transaction) => processScan(transaction, reference, reference.id, lease)),
      ),
    );
    const next = await database((db) => nextOfTarget(db, reference));
    if (next !== undefined) await services.jobs.enqueue(scanJob, { ...reference, id: next });
  },
  async end(db, reference, lease, end) {
    await sql`
      UPDATE scans SET status = ${end.status}, finished_at = now(), document = NULL, lease_owner = NULL,
        lease_expires_at = NULL, error_message = ${end.status === 'failed' ? end.message : null}
      WHERE ${inWorkspace('scans', reference)} AND scan_id = ${reference.id} AND ${holds(lease)}`.execute(db);
  },
};

/** The scan of the same target that is to be processed next. */
async function nextOfTarget(db: Db, reference: JobReference): Promise<string | undefined> {
  const { rows } = await sql<{ scan_id: string }>`
    SELECT next.scan_id FROM scans AS done
    JOIN scans AS next ON ${inWorkspace('next', reference)} AND next.scan_target_id = done.scan_target_id
      AND next.position > done.position AND next.finished_at IS NULL
    WHERE ${inWorkspace('done', reference)} AND done.scan_id = ${reference.id}
    ORDER BY next.position LIMIT 1`.execute(db);
  return rows[0]?.scan_id;
}

async function withRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !CONFLICTS.has(String((error as { code?: unknown }).code))) throw error;
    }
  }
}
