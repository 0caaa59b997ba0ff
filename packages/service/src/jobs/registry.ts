/** All that is done beside requests. */
import { scanJob } from '../scans/job.ts';
import type { JobKind, PeriodicTask } from './job.ts';

/** The kinds of jobs. */
export const JOB_KINDS: readonly JobKind[] = [scanJob];

/** What is done from time to time. */
export const PERIODIC_TASKS: readonly PeriodicTask[] = [];
