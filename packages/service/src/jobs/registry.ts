/** All that is done beside requests. */
import type { JobKind, PeriodicTask } from './job.ts';

/** The kinds of jobs. */
export const JOB_KINDS: readonly JobKind[] = [];

/** What is done from time to time. */
export const PERIODIC_TASKS: readonly PeriodicTask[] = [];
