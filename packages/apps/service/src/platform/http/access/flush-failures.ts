import type { PeriodicTask } from '../../jobs/job.ts';

/** Writes the authentication failures of minutes that have ended to the audit log. */
export const flushFailures: PeriodicTask = {
  name: 'flush-authentication-failures',
  everyMs: 10_000,
  run: ({ failures, database }) => failures.flush(database),
};
