import { ConnectionError } from './errors.js';
import { addHeaders, type HeaderValues } from './runtime/headers.js';
import type { Answer } from './runtime/reply.js';

/** What a client needs to know. */
export interface ClientOptions {
  /**
   * Absolute address of the API, `http:` or `https:`, up to and with its version prefix, such as
   * `https://aispm.example.com/api/v1`. A slash at the end makes no difference.
   */
  readonly baseUrl: string | URL;
  /**
   * The API key, without `Bearer`, or a function that gives one and is called for every request. Without it requests
   * carry no `Authorization`.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Sends the requests. Default: the global `fetch`, looked up for every request. */
  readonly fetch?: Fetch | undefined;
  /** Headers of every request. Those of a call come before them. */
  readonly headers?: HeaderValues | undefined;
}

/** The part of `fetch` that a client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Settings of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Further headers of this request. They come before all others of the same name. */
  readonly headers?: HeaderValues | undefined;
}

/** Where operations are sent. Made by {@link createClient}; holds the token, but never shows it. */
export interface Client {
  /** Address of the API, without a slash at the end. */
  readonly baseUrl: string;
  /** Sends a request of the named operation, with the headers and the token of the client, and reads the answer. */
  readonly send: (operation: string, url: string, request: ClientRequest) => Promise<Answer>;
}

/** A request before the client has added its own headers. */
export interface ClientRequest {
  /** HTTP method, in capital letters. */
  readonly method: string;
  /** Headers in ascending precedence. */
  readonly headers: readonly (HeaderValues | undefined)[];
  /** The body, encoded. */
  readonly body: string | null;
  /** Aborts the request. */
  readonly signal: AbortSignal | null;
}

/**
 * Makes a client. Clients share nothing; any number may live side by side.
 *
 * @throws TypeError when the base URL or a header cannot be used.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 't' });
 */
export function createClient({ baseUrl, token, fetch, headers }: ClientOptions): Client {
  const base = String(baseUrl);
  // Not with `new URL`: it lets an empty query pass, and its error shows the credentials.
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(base)) {
    throw new TypeError(
      'createClient: baseUrl must be an http or https address without credentials, query and fragment',
    );
  }
  const shared: Record<string, string> = {};
  addHeaders(shared, 'createClient', headers);

  return {
    baseUrl: base.replace(/\/+$/, ''),
    async send(operation, url, { method, headers, body, signal }) {
      const all = { ...shared };
      if (token !== undefined) {
        addHeaders(all, operation, { authorization: `Bearer ${typeof token === 'string' ? token : await token()}` });
      }
      for (const some of headers) addHeaders(all, operation, some);
      let problem = 'no answer from';
      try {
        const response = await (fetch ?? globalThis.fetch)(url, { method, headers: all, body, signal });
        problem = 'broken answer from';
        return { status: response.status, text: await response.text(), headers: response.headers };
      } catch (error) {
        throw signal?.aborted ? error : new ConnectionError(operation, `${problem} ${url}`, error);
      }
    },
  };
}
