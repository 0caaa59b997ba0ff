/** The maximum limits of a run: the machine may be busy, and no test depends on the limits. */
import { LIMITS } from '../src/core/options.ts';

/** The limits as options of a run. */
export const MAX_LIMITS = {
  timeout: LIMITS.timeout.max,
  jobTimeout: LIMITS.jobTimeout.max,
  maxTime: LIMITS.maxTime.max,
};

/** The limits as arguments of the command. */
export const MAX_LIMIT_ARGUMENTS: readonly string[] = [
  ...['--timeout', `${MAX_LIMITS.timeout}`],
  ...['--job-timeout', `${MAX_LIMITS.jobTimeout}`],
  ...['--max-time', `${MAX_LIMITS.maxTime}`],
];
