import { retryAfterSeconds } from './headers.js';

/** When to try again after a failure that may pass. */
export interface RetryOptions {
  /** How many further tries there are at most. Default: 2. */
  readonly count?: number | undefined;
  /** Wait before the first further try, in milliseconds; it doubles each time. Default: 500. */
  readonly base?: number | undefined;
  /** The longest wait in milliseconds, also when `Retry-After` asks for a longer one. Default: 30000. */
  readonly cap?: number | undefined;
}

/**
 * How long to wait before a further try, in milliseconds: what `Retry-After` says, or else twice as long each time, less
 * up to a half by chance, so that clients that failed together do not come back together.
 *
 * @param tries how many tries there have been, 1 or more.
 */
export function retryDelay({ base = 500, cap = 30_000 }: RetryOptions, tries: number, headers?: Headers): number {
  const seconds = headers && retryAfterSeconds(headers);
  return Math.min(cap, seconds === undefined ? base * 2 ** tries * (0.5 - Math.random() / 4) : seconds * 1000);
}
