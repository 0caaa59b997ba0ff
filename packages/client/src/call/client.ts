import { checkOptions } from './check-options.ts';
import { bearerHeader, mergeHeaders } from './headers.ts';
import type { ClientOptions, Fetch } from './options.ts';
import { createSend, type Send } from './send.ts';
import { readSettings } from './settings.ts';

// Bundlers replace this condition, and remove what depends on it from programs in production, if it's written out.
declare const process: { readonly env: { readonly NODE_ENV?: string } } | undefined;
// Requires a permission to read the environment.
declare const Deno: unknown;

/** A connection to one API, created by {@link createClient}. It contains the token, but never exposes it. */
export interface Client {
  /** URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** The option `fetch`, for functions that send their own requests. */
  readonly fetch?: Fetch | undefined;
  /** Sends the request of an operation, with retries, and reads the response. */
  readonly send: Send;
  /** Adds the parameters that all calls of this client have, such as its workspace. */
  readonly completeParameters?:
    | ((params: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>)
    | undefined;
}

/**
 * Creates a client. Clients share nothing; a program may have any number of them.
 *
 * @throws TypeError when the base URL or a header is invalid.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' });
 */
export function createClient({ baseUrl, token, headers, hooks = {}, ...options }: ClientOptions): Client {
  if (typeof process === 'undefined' || typeof Deno !== 'undefined' ? false : process.env.NODE_ENV !== 'production') {
    token = checkOptions({ baseUrl, token, headers, hooks, ...options });
  }
  // Not `new URL`, which accepts an empty query, and whose error contains the credentials.
  const base = /^(https?:\/\/[^/?#@\s]+(\/[^/?#\s][^?#\s]*?)?)\/*$/i.exec(
    /^\//.test(baseUrl as string) ? globalThis.origin + baseUrl : (baseUrl as string),
  )?.[1];
  if (!base) {
    throw new TypeError('createClient: baseUrl must be http(s)://host/path or /path');
  }
  return {
    baseUrl: base,
    fetch: options.fetch,
    send: createSend(
      token,
      mergeHeaders('createClient', headers, bearerHeader(token)),
      readSettings('createClient', options),
      hooks,
    ),
  };
}
