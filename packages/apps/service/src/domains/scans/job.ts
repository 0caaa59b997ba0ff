/** The job that processes a scan. The scans of a workspace are processed one after the other. */
import { sql } from 'kysely';
import { inWorkspace } from '../../platform/database/rows.ts';
import { analyzeUnknownRows } from '../../platform/database/statistics.ts';
import type { JobKind } from '../../platform/jobs/job.ts';
import { isHeldBy } from '../../platform/jobs/leases.ts';
import { hasLargeDocument } from './documents/stored-document.ts';
import { listGrowingTables } from './growing-tables.ts';
import { OutdatedScan, processScan } from './process-scan.ts';

/** Maximum number of attempts if the transaction conflicts with another one. Triage waits for the last one. */
const MAX_ATTEMPTS = 3;

/** SQLSTATEs of conflicts: deadlock, serialization failure, unique violation by a concurrent insert. */
const CONFLICTS = new Set(['40P01', '40001', '23505']);

export const scanJob: JobKind = {
  name: 'scan',
  table: {
    name: 'scans',
    id: 'scan_id',
    status: 'status',
    isStoppable: true,
    order: 'position',
    isExclusive: true,
  },
  concurrency: 2,
  retries: 2,
  timeoutMs: 10 * 60_000,
  async run({ lease, database, signal, ...reference }, services) {
    const process = () =>
      withRetries((isExclusive) =>
        database((db) =>
          db
            .transaction()
            .execute((transaction) =>
              processScan(transaction, reference, { scanId: reference.id, lease, signal, isExclusive }),
            ),
        ),
      );
    await analyzeUnknownRows(services.database, reference, listGrowingTables(reference)).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Could not analyze tables; the scan may take longer'),
    );
    const isLarge = await database((db) => hasLargeDocument(db, reference, reference.id));
    await (isLarge ? services.largeTasks.runExclusive(signal, process) : process());
  },
  async end(db, reference, lease, end) {
    // An accepted stop is honored no matter what ended the job.
    const unlessStopped = (value: string | null, stopped: string | null) =>
      sql<string>`CASE WHEN cancel_requested_at IS NULL THEN ${value}::text ELSE ${stopped}::text END`;
    await db
      .updateTable('scans')
      .set({
        status: unlessStopped(end.status, 'cancelled'),
        finished_at: sql`now()`,
        document: null,
        lease_owner: null,
        lease_expires_at: null,
        error_message: unlessStopped(end.status === 'failed' ? end.message : null, null),
      })
      .where(inWorkspace('scans', reference))
      .where('scan_id', '=', reference.id)
      .where(isHeldBy(lease))
      .execute();
  },
};

/**
 * Processes a scan, and retries after a conflict.
 *
 * @param process its argument is whether triage has to wait for it from the start
 */
export async function withRetries(process: (isLast: boolean) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await process(attempt === MAX_ATTEMPTS);
    } catch (error) {
      const isConflict = error instanceof OutdatedScan || CONFLICTS.has(String((error as { code?: unknown }).code));
      if (attempt === MAX_ATTEMPTS || !isConflict) throw error;
    }
  }
}
