import type { SharedOptions } from '../options.ts';

/** The numbers that limit a call. Durations are in milliseconds. */
interface Numbers {
  /** Of one attempt. */
  timeout: number;
  /** Of a call with all its attempts and delays. */
  totalTimeout: number;
  maxRetries: number;
  baseDelay: number;
  maxDelay: number;
}

/** The limits of a call, complete and valid. */
export interface Limits extends Numbers, Pick<SharedOptions, 'retry'> {}

const DEFAULTS: Numbers = { timeout: 30_000, totalTimeout: Infinity, maxRetries: 2, baseDelay: 500, maxDelay: 30_000 };

/**
 * Returns the limits of a client, or of one of its calls.
 *
 * @param caller name of the operation or function, for the error.
 * @param defaults apply where the options are undefined.
 * @throws TypeError with the name of an option that is not a number of at least 0.
 */
export function readLimits(caller: string, options: SharedOptions, defaults: Limits = DEFAULTS): Limits {
  const { retry = defaults.retry } = options;
  const limits = { retry } as Limits;
  let name: keyof Numbers;
  for (name in DEFAULTS as Numbers) {
    const value = (options as Limits)[name] ?? (retry as Partial<Limits> | undefined)?.[name] ?? defaults[name];
    if (Math.max(value, 0) !== value) throw new TypeError(`${caller}: ${name} must not be "${value}"`);
    limits[name] = value;
  }
  return limits;
}
