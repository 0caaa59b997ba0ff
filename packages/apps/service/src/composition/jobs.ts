/** Everything that runs outside of requests. */
import { evaluationRunJob, startScheduledRuns } from '../domains/evaluations/index.ts';
import { applyRuleSettings } from '../domains/findings/index.ts';
import { foldCountChanges } from '../domains/interactions/index.ts';
import { scanJob } from '../domains/scans/index.ts';
import { purgeExpiredExports, viewExportJob } from '../domains/views/index.ts';
import { flushFailures } from '../platform/http/access/flush-failures.ts';
import { purgeExpiredIdempotencyKeys } from '../platform/http/purge-idempotency-keys.ts';
import type { JobKind, PeriodicTask } from '../platform/jobs/job.ts';
import { applyRetention } from './retention.ts';

export const JOB_KINDS: readonly JobKind[] = [evaluationRunJob, scanJob, viewExportJob];

export const PERIODIC_TASKS: readonly PeriodicTask[] = [
  startScheduledRuns,
  applyRuleSettings,
  purgeExpiredExports,
  purgeExpiredIdempotencyKeys,
  applyRetention,
  foldCountChanges,
  flushFailures,
];
