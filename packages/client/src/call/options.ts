import type { HeaderValues } from './headers.ts';
import type { Hooks } from './hooks.ts';

/**
 * The API key, without `Bearer`, or a function that returns it and is called for every request. After a response of 401
 * the function is called once more, with the rejected token, and the request is repeated with the new one. Timeouts and
 * signals don't end the function.
 */
export type Token = string | ((rejected?: string) => string | Promise<string>);

/** The part of `fetch` that a client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** When to retry after a potentially temporary failure. */
export interface RetryOptions {
  /** The maximum number of retries. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Delay before the first retry, in milliseconds; it doubles each time. Default: 500. */
  readonly baseDelay?: number | undefined;
  /** The maximum delay in milliseconds. A response with a longer `Retry-After` ends the call. Default: 30000. */
  readonly maxDelay?: number | undefined;
}

/** What `fetch` accepts in addition to what the client sets, such as `cache`, `credentials`, or `dispatcher` in Node.js. */
export type FetchOptions = Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal'> & {
  readonly dispatcher?: unknown;
};

/** Options that apply to all calls of a client, or to a single call. */
export interface SharedOptions {
  /** Additional headers. A call's headers override the client's headers and all others with the same name. */
  readonly headers?: HeaderValues | undefined;
  /**
   * The maximum duration of one attempt until its response is read, in milliseconds; `Infinity` for no limit.
   * Default: 30000. A longer attempt ends with a `TimeoutError`, or is followed by another one if that is safe.
   */
  readonly timeout?: number | undefined;
  /** The maximum duration of a call with all its attempts and delays, in milliseconds. Default: no limit. */
  readonly totalTimeout?: number | undefined;
  /**
   * Retries after a failed connection, a timeout, or a response of 408, 429, 502, 503 or 504; `false` for none.
   * Only GET, HEAD, PUT and DELETE are repeated, and a POST that has an `Idempotency-Key`.
   */
  readonly retry?: RetryOptions | false | undefined;
  /** Other options for `fetch`. A call's options replace the client's. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** Sends the requests, and must respect the signal that it receives. Default: the global `fetch` at the time of the request. */
  readonly fetch?: Fetch | undefined;
}

/** Options of a client. */
export interface ClientOptions extends SharedOptions {
  /**
   * URL of the API, `http:` or `https:`, including its version prefix, such as `https://aispm.example.com/api/v1`.
   * In a page or a worker, it may be a path on the page's origin, such as `/api/v1`. A trailing slash makes no difference.
   */
  readonly baseUrl: string | URL;
  /** The API key, or a function that returns it. Without it, requests have no `Authorization` header. */
  readonly token?: Token | undefined;
  /** Functions that observe every request, response and retry, for logs and traces. */
  readonly hooks?: Hooks | undefined;
}

/** Options of one call. */
export interface CallOptions extends SharedOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}
