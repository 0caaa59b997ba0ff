/** When deliveries are repeated, and when a webhook is deactivated. */
import { parseRetryAfter } from '../../evaluations/index.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** The delays between the attempts of a delivery, in milliseconds, as Standard Webhooks recommend: three days in total. */
const DELAYS_MS = [5, 300, 1_800]
  .map((seconds) => seconds * SECOND)
  .concat([2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR));

/** How long a receiver may fail, in milliseconds. */
const MAX_FAILING_MS = 72 * HOUR;

/** How long a receiver may ask to wait, in milliseconds. Its other events wait too, so it's shorter than most delays. */
const MAX_PAUSE_MS = HOUR;

/**
 * Returns how long a delivery waits for its next attempt, in milliseconds; undefined if it has had its last one.
 *
 * @param failedAttempts at least 1
 */
export function findDelay(failedAttempts: number): number | undefined {
  return DELAYS_MS[failedAttempts - 1];
}

/** Returns whether a webhook has to be deactivated, because no request has succeeded for three days. */
export function isBroken(firstFailureAt: number, now: number): boolean {
  return now - firstFailureAt >= MAX_FAILING_MS;
}

/**
 * Returns how long a receiver wants no requests, in milliseconds; 0 unless it says so.
 *
 * @param retryAfter its header `Retry-After`, which counts after 429 and 503
 */
export function findPause(status: number, retryAfter: string | undefined, now: number): number {
  if (status !== 429 && status !== 503) return 0;
  return Math.min(parseRetryAfter(retryAfter, now) ?? 0, MAX_PAUSE_MS);
}
