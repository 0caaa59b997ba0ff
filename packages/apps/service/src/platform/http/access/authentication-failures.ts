/** Limits how many requests with invalid API keys an address may send. */
import { NO_LIMIT, type Quota, WINDOW_SECONDS } from './rate-limit.ts';

/** Maximum number of counted addresses. Beyond it, the address with the oldest window is discarded. */
const MAX_ADDRESSES = 10_000;

interface Window {
  count: number;
  /** In milliseconds. */
  endsAt: number;
}

/** Counts failures by address. @fastify/rate-limit would count every request; here, only failures count. */
export class AuthenticationFailures {
  readonly #limit: number;
  readonly #now: () => number;
  /** In the order of the windows' start times. */
  readonly #windows = new Map<string, Window>();

  /**
   * @param limit failures per address and minute; 0 for no limit
   * @param now the clock, in milliseconds
   */
  constructor(limit: number, now: () => number = Date.now) {
    this.#limit = limit === 0 ? NO_LIMIT : limit;
    this.#now = now;
  }

  /** Counts a failure. */
  add(address: string): void {
    const window = this.#find(address);
    if (window) {
      window.count += 1;
      return;
    }
    this.#windows.delete(address);
    this.#windows.set(address, { count: 1, endsAt: this.#now() + WINDOW_SECONDS * 1000 });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
  }

  /** Returns the remaining quota of an address. */
  read(address: string): Quota {
    const window = this.#find(address);
    return {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - (window?.count ?? 0)),
      seconds: window ? Math.ceil((window.endsAt - this.#now()) / 1000) : WINDOW_SECONDS,
    };
  }

  /** Returns the current window of an address. */
  #find(address: string): Window | undefined {
    const window = this.#windows.get(address);
    return window && window.endsAt > this.#now() ? window : undefined;
  }
}
