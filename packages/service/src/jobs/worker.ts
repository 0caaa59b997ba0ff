/** One job, from taking it to its end. */
import type { Services } from '../services.ts';
import {
  type Job,
  type JobEnd,
  type JobKind,
  type JobReference,
  JobTimeout,
  LeaseLost,
  StopRequested,
  WorkerStopping,
} from './job.ts';
import { claim, HEARTBEAT_MS, type Lease, renew, requeue } from './leases.ts';

/** Who asks on behalf of a workspace when nobody does. */
const WORKER = 'aispm-worker';
/** How long work may go on after it was told to end, in milliseconds. What it writes later is not taken. */
export const GRACE_MS = 5_000;

/** Works on a job, if it is still there to be worked on. */
export async function work(
  kind: JobKind,
  reference: JobReference,
  owner: string,
  givingUp: AbortSignal,
  services: Services,
): Promise<void> {
  const scope = { tenantId: reference.tenantId, workspaceId: reference.workspaceId, userId: WORKER };
  const database: Job['database'] = (queries) => services.database.scoped(scope, queries);
  const lease = await database((db) => claim(db, kind.table, reference, owner));
  if (!lease) return;

  const early = new AbortController();
  const heart = beat(() => database((db) => renew(db, kind.table, reference, lease)), early, services);
  const timer = setTimeout(
    () => early.abort(new JobTimeout(`It took longer than ${kind.timeoutMs / 1000} s.`)),
    kind.timeoutMs,
  );
  const signal = AbortSignal.any([early.signal, givingUp]);
  try {
    await Promise.race([
      kind.run({ ...reference, attempt: lease.attempt, lease, signal, database }, services),
      afterGrace(signal),
    ]);
  } catch (error) {
    await endEarly(kind, reference, lease, signal.aborted ? signal.reason : error, services, database);
  } finally {
    clearTimeout(timer);
    heart.stop();
  }
}

/** Fails some time after a signal was aborted. */
function afterGrace(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), GRACE_MS).unref(), { once: true });
  });
}

/** Shows again and again that the worker lives, and hears what the row says. */
function beat(tell: () => ReturnType<typeof renew>, early: AbortController, { log }: Services): { stop(): void } {
  let isTelling = false;
  const timer = setInterval(async () => {
    if (isTelling) return;
    isTelling = true;
    try {
      const answer = await tell();
      if (answer === 'stop') early.abort(new StopRequested('A stop was asked for.'));
      if (answer === 'lost') early.abort(new LeaseLost('The job was given up.'));
    } catch (error) {
      // The database may be back before the lease ends; otherwise the next answer is that it is lost.
      log.warn({ err: error }, 'A heartbeat of a job was not written');
    } finally {
      isTelling = false;
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
  if (error instanceof WorkerStopping && lease.attempt <= kind.retries) {
    await database((db) => requeue(db, kind.table, reference, lease));
    return;
  }
  const end = endOf(error);
  if (end.status === 'failed' && end.reason === 'error') {
    log.error({ err: error, job: kind.name, id: reference.id }, 'A job failed');
  }
  await database((db) => kind.end(db, reference, lease, end));
}

function endOf(error: unknown): JobEnd {
  if (error instanceof StopRequested) return { status: 'cancelled' };
  if (error instanceof JobTimeout) return { status: 'failed', reason: 'timeout', message: error.message };
  if (error instanceof WorkerStopping) {
    return { status: 'failed', reason: 'worker_lost', message: 'The worker was shut down before the end.' };
  }
  // What went wrong inside is for the log, not for tenants.
  return { status: 'failed', reason: 'error', message: 'The service failed while it worked on this.' };
}
