/** How many requests an API key may send. */
import { ApiError } from './errors.ts';

const WINDOW_SECONDS = 60;
/** Most keys that are counted; beyond that counting starts anew. */
const MOST_COUNTED = 100_000;

/** What is left after a request. */
export interface Quota {
  headers: Record<string, string>;
  /** Seconds until there is more. */
  resetSeconds: number;
  isUsedUp: boolean;
}

/** Counts requests in windows of a minute. */
export class RateLimit {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  #startedAt = 0;

  /** @param limit requests in each window; 0 for no limit */
  constructor(limit: number) {
    this.#limit = limit === 0 ? Number.MAX_SAFE_INTEGER : limit;
  }

  /** Counts a request. */
  take(key: string, now = Date.now()): Quota {
    if (now - this.#startedAt >= WINDOW_SECONDS * 1000 || this.#counts.size > MOST_COUNTED) {
      this.#counts.clear();
      this.#startedAt = now;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const left = Math.max(0, this.#limit - count);
    const resetSeconds = Math.ceil((this.#startedAt + WINDOW_SECONDS * 1000 - now) / 1000);
    return {
      headers: {
        ratelimit: `"default";r=${left};t=${resetSeconds}`,
        'ratelimit-policy': `"default";q=${this.#limit};w=${WINDOW_SECONDS}`,
      },
      resetSeconds,
      isUsedUp: count > this.#limit,
    };
  }
}

/** The 429 of a quota that is used up. */
export function tooManyRequests({ resetSeconds }: Quota): ApiError {
  return new ApiError(
    429,
    `The quota of this API key is used up; send the next request in ${resetSeconds} s.`,
    {},
    { 'retry-after': String(resetSeconds) },
  );
}
