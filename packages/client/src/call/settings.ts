import type { Fetch, FetchOptions, SharedOptions } from './options.ts';

/** The numbers that limit a call. Durations are in milliseconds. */
interface Limits {
  /** Of one attempt. */
  timeout: number;
  /** Of a call with all its attempts and delays. */
  totalTimeout: number;
  maxRetries: number;
  baseDelay: number;
  maxDelay: number;
}

/** The settings of a call, complete and valid. */
export interface Settings extends Limits, Pick<SharedOptions, 'retry'> {
  readonly fetch?: Fetch | undefined;
  readonly fetchOptions?: FetchOptions | undefined;
}

const DEFAULTS: Settings = {
  timeout: 30_000,
  totalTimeout: Infinity,
  maxRetries: 2,
  baseDelay: 500,
  maxDelay: 30_000,
};

/**
 * Returns the settings of a client, or of one of its calls.
 *
 * @param caller name of the operation or function, for the error.
 * @param settings apply where the options are undefined.
 * @throws TypeError with the name of a limit that isn't a number of at least 0.
 */
export function readSettings(caller: string, options: SharedOptions, settings: Settings = DEFAULTS): Settings {
  for (const given of [options, options.retry] as Record<string, unknown>[]) {
    for (const name in given) {
      const value = given[name];
      if (value === undefined) continue;
      if (name in DEFAULTS && Math.max(value as number, 0) !== value) {
        throw new TypeError(`${caller}: ${name} must not be "${value}"`);
      }
      settings = { ...settings, [name]: value };
    }
  }
  return settings;
}

/**
 * Checks options that are numbers.
 *
 * @param caller name of the operation or function, for the error.
 * @throws TypeError with the name of an option that isn't a number of at least `min`.
 */
export function requireAtLeast(caller: string, min: number, numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (Math.max(value, min) !== value) throw new TypeError(`${caller}: ${name} must not be "${value}"`);
  }
}
