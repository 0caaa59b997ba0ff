/** All that is done beside requests. */
import { evaluationRunJob } from '../evaluations/job.ts';
import { scheduler } from '../evaluations/scheduler.ts';
import { forgetAnswers } from '../http/forget-answers.ts';
import { scanJob } from '../scans/job.ts';
import { viewExports } from '../views/export-job.ts';
import { purgeExports } from '../views/purge.ts';
import type { JobKind, PeriodicTask } from './job.ts';

/** The kinds of jobs. */
export const JOB_KINDS: readonly JobKind[] = [evaluationRunJob, scanJob, viewExports];

/** What is done from time to time. */
export const PERIODIC_TASKS: readonly PeriodicTask[] = [scheduler, purgeExports, forgetAnswers];
