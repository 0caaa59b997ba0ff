import { retryAfterSeconds } from './headers.ts';
import type { RawResponse } from './response.ts';

/** When to retry after a failure that may be temporary. */
export interface RetryOptions {
  /** The maximum number of retries. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Delay before the first retry, in milliseconds; it doubles each time. Default: 500. */
  readonly baseDelay?: number | undefined;
  /** The maximum delay in milliseconds, also when `Retry-After` is longer. Default: 30000. */
  readonly maxDelay?: number | undefined;
}

/** Statuses of failures that may be temporary. */
const RETRIED_STATUSES = [408, 429, 502, 503, 504];

/**
 * Returns whether a further attempt may succeed: without a response, after a status that may be temporary, or after a 409
 * with `Retry-After`, because the first request with this idempotency key is still running.
 */
export function mayBeTemporary(outcome: RawResponse | Error): boolean {
  return (
    outcome instanceof Error ||
    RETRIED_STATUSES.includes(outcome.status) ||
    (outcome.status === 409 && retryAfterSeconds(outcome.headers) !== undefined)
  );
}

/**
 * Returns the delay before the next attempt in milliseconds: that of `Retry-After`, or else an exponential one. A random
 * part of up to a half is subtracted, so that clients that failed together do not return together.
 *
 * @param attempts number of attempts so far, 1 or more.
 * @param outcome the response of the last attempt, or an error, which has no `Retry-After`.
 */
export function retryDelay(
  { baseDelay = 500, maxDelay = 30_000 }: RetryOptions,
  attempts: number,
  outcome: RawResponse | Error,
): number {
  const { headers } = outcome as Partial<RawResponse>;
  const seconds = headers && retryAfterSeconds(headers);
  return Math.min(
    maxDelay,
    seconds === undefined ? baseDelay * 2 ** attempts * (0.5 - Math.random() / 4) : seconds * 1000,
  );
}
