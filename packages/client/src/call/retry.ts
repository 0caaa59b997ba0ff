import { retryAfterSeconds } from './headers.ts';
import type { RawResponse } from './response.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the delay before the next attempt in milliseconds; `Infinity` when another attempt would not help, such as after a success,
 * or comes too early.
 * Another attempt may succeed without a response, after a status that may be temporary, or after a 409 with `Retry-After`,
 * because the first request with this idempotency key is still running.
 *
 * The delay is that of `Retry-After` and a random part of up to a quarter, or else an exponential one less a random part of
 * up to a half, so that clients that failed together do not return together.
 *
 * @param isRepeatable whether the request can be repeated without harm.
 * @param attempts number of attempts so far, 1 or more.
 * @param outcome the response of the last attempt, or an error, which has no status.
 */
export function retryDelay(
  settings: Settings,
  isRepeatable: boolean,
  attempts: number,
  { status, headers }: Partial<RawResponse>,
): number {
  // Only of an error, because a date takes longer than most else here.
  const told = ((headers && retryAfterSeconds(headers)) as number) * 1000;
  const random = Math.random() / 4;
  if (
    settings.retry === false ||
    attempts > settings.maxRetries ||
    told > settings.maxDelay ||
    // After a 429 nothing was processed, so that any request may be repeated.
    (status !== 429 &&
      !(isRepeatable && [undefined, 408, told >= 0 && 409, 502, 503, 504].includes(status as 408 | undefined)))
  ) {
    return Infinity;
  }
  return told >= 0
    ? told * (1 + random)
    : Math.min(settings.maxDelay, (0.5 - random) * settings.baseDelay * 2 ** attempts);
}
