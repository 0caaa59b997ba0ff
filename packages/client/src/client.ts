import type { Hooks } from './hooks.js';
import { addHeaders, type HeaderValues } from './runtime/headers.js';
import type { RetryOptions } from './runtime/retry.js';
import { type Fetch, type Send, sender, type Token } from './runtime/send.js';

/** What a client needs to know. */
export interface ClientOptions extends SharedOptions {
  /**
   * Absolute address of the API, `http:` or `https:`, up to and with its version prefix, such as
   * `https://aispm.example.com/api/v1`. A slash at the end makes no difference.
   */
  readonly baseUrl: string | URL;
  /** The API key, or a function that gives it. Without it requests carry no `Authorization`. */
  readonly token?: Token | undefined;
  /** Sends the requests. Default: the global `fetch`, looked up for every request. It has to obey the signal it gets. */
  readonly fetch?: Fetch | undefined;
  /** Are told about every request, answer and further try, for logs and traces. */
  readonly hooks?: Hooks | undefined;
}

/** Settings that a client has for all calls, and a call for itself. */
export interface SharedOptions {
  /** Further headers. Those of a call come before those of the client and all others of the same name. */
  readonly headers?: HeaderValues | undefined;
  /**
   * How long one try may take until its answer is read, in milliseconds; `Infinity` for no limit. Default: 30000.
   * A try that takes longer ends with a `TimeoutError`, or is followed by another where that is safe.
   */
  readonly timeout?: number | undefined;
  /** How long a call may take with all its tries and waits, in milliseconds. Default: no limit. */
  readonly totalTimeout?: number | undefined;
  /**
   * Further tries after a failed connection, a time-out, or an answer of 408, 429, 502, 503 or 504; `false` for none.
   * Only GET, HEAD, PUT and DELETE are repeated, and a POST that carries an `Idempotency-Key`.
   */
  readonly retry?: RetryOptions | false | undefined;
}

/** Settings of one call. */
export interface CallOptions extends SharedOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Where operations are sent. Made by {@link createClient}; holds the token, but never shows it. */
export interface Client {
  /** Address of the API, without a slash at the end. */
  readonly baseUrl: string;
  /** Sends a request of an operation, as often as need be, and reads the answer. */
  readonly send: Send;
}

/**
 * Makes a client. Clients share nothing; any number may live side by side.
 *
 * @throws TypeError when the base URL or a header cannot be used.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 't' });
 */
export function createClient({ baseUrl, headers, ...options }: ClientOptions): Client {
  // Not with `new URL`: it lets an empty query pass, and its error shows the credentials.
  const base = /^(https?:\/\/[^/?#@\s]+(\/[^?#\s]*?)?)\/*$/i.exec(baseUrl as string)?.[1];
  if (!base) {
    throw new TypeError('createClient: baseUrl must be http(s)://host/path');
  }
  const shared: Record<string, string> = {};
  addHeaders(shared, 'createClient', headers);
  return { baseUrl: base, send: sender(shared, options) };
}
