import { retryAfterSeconds } from './headers.ts';
import type { RawResponse } from './response.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the delay before the next attempt in milliseconds; `Infinity` when another attempt would not help, such as after a success,
 * or comes too early.
 * Another attempt may succeed without a response, after a status that may be temporary, or after a 409 with `Retry-After`,
 * because the first request with this idempotency key is still in progress.
 *
 * The delay is `Retry-After` plus up to 25 % of jitter, or an exponential delay minus up to 50 % of jitter, so that clients that
 * failed together don't retry together.
 *
 * @param isRepeatable whether the request is safe to repeat.
 * @param attempts number of attempts so far, 1 or more.
 * @param outcome the response of the last attempt, or an error, which has no status.
 */
export function retryDelay(
  settings: Settings,
  isRepeatable: boolean,
  attempts: number,
  { status, headers }: Partial<RawResponse>,
): number {
  // Only for errors, because parsing a date takes longer than most of the code here.
  const told = ((headers && retryAfterSeconds(headers)) as number) * 1000;
  const random = Math.random() / 4;
  if (
    settings.retry === false ||
    attempts > settings.maxRetries ||
    told > settings.maxDelay ||
    // A 429 was not processed, so any request may be repeated.
    (status !== 429 &&
      !(isRepeatable && [undefined, 408, told >= 0 && 409, 502, 503, 504].includes(status as 408 | undefined)))
  ) {
    return Infinity;
  }
  return told >= 0
    ? told * (1 + random)
    : Math.min(settings.maxDelay, (0.5 - random) * settings.baseDelay * 2 ** attempts);
}
