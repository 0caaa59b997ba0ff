/** The limits of a run, as high as they can be: the machine may be busy, and no test is about them. */
import { LIMITS } from '../src/core/options.ts';

/** As options of a run. */
export const PATIENT = {
  timeout: LIMITS.timeout.max,
  jobTimeout: LIMITS.jobTimeout.max,
  maxTime: LIMITS.maxTime.max,
};

/** As arguments of the command. */
export const PATIENT_ARGUMENTS: readonly string[] = [
  ...['--timeout', `${PATIENT.timeout}`],
  ...['--job-timeout', `${PATIENT.jobTimeout}`],
  ...['--max-time', `${PATIENT.maxTime}`],
];
