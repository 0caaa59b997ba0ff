/** Runs of evaluations as jobs. */
import type { Db } from '../../../platform/database/dialect.ts';
import type { JobEnd, JobKind, JobReference } from '../../../platform/jobs/job.ts';
import type { Lease } from '../../../platform/jobs/leases.ts';
import { executeRun } from './execute-run.ts';
import { cancelRun, failRun, RUNS } from './run-states.ts';

/** Limit on the execution of a run, in milliseconds. */
const TIMEOUT_MS = 60 * 60 * 1000;

export const evaluationRunJob: JobKind = {
  name: 'evaluation-runs',
  table: RUNS,
  concurrency: 4,
  // A run may take an hour, so the last slot is reserved for another tenant.
  tenantLimit: 3,
  // This leaves time to stop a run before the agent receives a prompt.
  delaySeconds: 1,
  // Sent prompts can't be recalled: to send them again, users start a new run.
  retries: 0,
  timeoutMs: TIMEOUT_MS,
  run: executeRun,
  end: endRun,
};

function endRun(db: Db, run: JobReference, lease: Lease, end: JobEnd): Promise<boolean> {
  if (end.status === 'cancelled') return cancelRun(db, run, lease);
  return failRun(db, run, lease, end.reason === 'error' ? 'internal' : end.reason, end.message);
}
