/** Runs of evaluations as jobs. */
import type { Db } from '../database/dialect.ts';
import type { JobEnd, JobKind, JobReference } from '../jobs/job.ts';
import type { Lease } from '../jobs/leases.ts';
import { carryOut } from './carry-out.ts';
import { cancelRun, failRun, RUNS } from './run-states.ts';

/** Longest time that a run may work, in milliseconds. */
const TIMEOUT_MS = 60 * 60 * 1000;

export const evaluationRunJob: JobKind = {
  name: 'evaluation-runs',
  table: RUNS,
  concurrency: 4,
  // Prompts that were sent cannot be taken back: whoever wants them sent again asks for a new run.
  retries: 0,
  timeoutMs: TIMEOUT_MS,
  run: carryOut,
  end,
};

function end(db: Db, run: JobReference, lease: Lease, how: JobEnd): Promise<boolean> {
  if (how.status === 'cancelled') return cancelRun(db, run, lease);
  return failRun(db, run, lease, how.reason === 'error' ? 'internal' : how.reason, how.message);
}
