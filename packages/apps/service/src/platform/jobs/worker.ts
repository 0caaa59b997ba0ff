/** Executes a claimed job to its end. */
import { sql } from 'kysely';
import { findUnavailability } from '../database/drivers/unavailable.ts';
import type { JobReference } from '../services/job-queue.ts';
import type { Services } from '../services/services.ts';
import type { ClaimedJob } from './claim.ts';
import { type Job, type JobEnd, type JobKind, JobTimeout, LeaseLost, StopRequested, WorkerStopping } from './job.ts';
import { HEARTBEAT_MS, isRow, type Lease, type LeasedTable, renew, requeue } from './leases.ts';
import type { AttemptOutcome } from './metrics.ts';

/** The user of queries that no user requested. */
const WORKER_USER = 'aispm-worker';
/** How long a job may continue after its signal was aborted, in milliseconds. Later writes have no effect. */
export const GRACE_MS = 5_000;

/** Executes a job. @returns the outcome of the attempt */
export async function executeJob(
  kind: JobKind,
  { lease, ...reference }: ClaimedJob,
  stopping: AbortSignal,
  services: Services,
): Promise<AttemptOutcome> {
  const scope = { tenantId: reference.tenantId, workspaceId: reference.workspaceId, userId: WORKER_USER };
  const database: Job['database'] = (run) => services.database.scoped(scope, run);
  const early = new AbortController();
  const heartbeat = startHeartbeat(() => database((db) => renew(db, kind.table, reference, lease)), early, services);
  const timer = setTimeout(
    () => early.abort(new JobTimeout(`The job took longer than ${kind.timeoutMs / 1000} s.`)),
    kind.timeoutMs,
  );
  const signal = AbortSignal.any([early.signal, stopping]);
  const grace = rejectAfterGrace(signal);
  try {
    await Promise.race([
      kind.run({ ...reference, attempt: lease.attempt, lease, signal, database }, services),
      grace.rejected,
    ]);
  } catch (error) {
    await endEarly(kind, reference, lease, signal.aborted ? signal.reason : error, services, database);
  } finally {
    clearTimeout(timer);
    heartbeat.stop();
    grace.stop();
  }
  return readOutcome(kind.table, reference, lease, database);
}

/** Reads the outcome of an attempt from the row, which may have ended in any state without an error. */
async function readOutcome(
  table: LeasedTable,
  reference: JobReference,
  { attempt }: Lease,
  database: Job['database'],
): Promise<AttemptOutcome> {
  const { rows } = await database((db) =>
    sql<{ status: AttemptOutcome | 'queued' | 'running'; attempt: number }>`
      SELECT ${sql.ref(table.status)} AS status, attempt FROM ${sql.table(table.name)}
      WHERE ${isRow(table, reference)}`.execute(db),
  );
  const [row] = rows;
  if (row?.status === 'queued') return 'requeued';
  return !row || row.status === 'running' || row.attempt !== attempt ? 'lost' : row.status;
}

/**
 * Rejects some time after a signal was aborted. A listener would keep the signal, and the data of the job, in memory for the
 * lifetime of the process; `stop` removes it.
 */
function rejectAfterGrace(signal: AbortSignal): { rejected: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const wait = () => setTimeout(() => reject(signal.reason), GRACE_MS).unref();
  signal.addEventListener('abort', wait, { once: true });
  return { rejected: promise, stop: () => signal.removeEventListener('abort', wait) };
}

/** Renews a lease periodically, and aborts the job if the row indicates that it has to end. */
function startHeartbeat(
  renewLease: () => ReturnType<typeof renew>,
  early: AbortController,
  { log }: Services,
): { stop(): void } {
  let isRenewing = false;
  const timer = setInterval(async () => {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const state = await renewLease();
      if (state === 'stop') early.abort(new StopRequested('A stop was requested.'));
      if (state === 'lost') early.abort(new LeaseLost('The lease of the job has expired.'));
    } catch (error) {
      // The database may recover before the lease expires; otherwise, the next renewal reports that it's lost.
      log.warn({ err: error }, "Could not write a job's heartbeat");
    } finally {
      isRenewing = false;
    }
  }, HEARTBEAT_MS);
  return { stop: () => clearInterval(timer) };
}

async function endEarly(
  kind: JobKind,
  reference: JobReference,
  lease: Lease,
  error: unknown,
  { log }: Services,
  database: Job['database'],
): Promise<void> {
  if (error instanceof LeaseLost) return;
  const isInterrupted = findUnavailability(error) !== undefined;
  if ((isInterrupted || error instanceof WorkerStopping) && lease.attempt <= kind.retries) {
    const about = { err: error, job: kind.name, id: reference.id };
    if (isInterrupted) log.warn(about, 'The database interrupted a job, which is requeued');
    await database((db) => requeue(db, kind.table, reference, lease));
    return;
  }
  const end = toJobEnd(error);
  if (end.status === 'failed' && end.reason === 'error') {
    log.error({ err: error, job: kind.name, id: reference.id }, 'A job failed');
  }
  await database((db) => kind.end(db, reference, lease, end));
}

function toJobEnd(error: unknown): JobEnd {
  if (error instanceof StopRequested) return { status: 'cancelled' };
  if (error instanceof JobTimeout) return { status: 'failed', reason: 'timeout', message: error.message };
  if (error instanceof WorkerStopping) {
    return { status: 'failed', reason: 'worker_lost', message: 'The worker was shut down before the end.' };
  }
  // Internal errors are for the log, not for tenants.
  return { status: 'failed', reason: 'error', message: 'The service failed while it processed this.' };
}
