/** What goes into the mock and what comes out of it. */

/** A request, independent of how it arrived. */
export interface MockRequest {
  /** HTTP method, any case. */
  method: string;
  /** Path and query as they were sent (percent-encoded), for example `/api/v1/rules?page_size=5`; or an absolute URL. */
  url: string;
  /** Request headers; names in any case, a repeated header as an array. */
  headers?: Record<string, string | string[] | undefined>;
  /** The body as it was sent; none when absent or empty. */
  body?: Uint8Array | undefined;
  /** Ends the time that `Prefer: wait` asks for when the client is gone. */
  signal?: AbortSignal;
}

/** A response. */
export interface MockResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The body as text; undefined when there is none. */
  body: string | undefined;
}

/**
 * Answers a request. Nothing that a request contains makes it reject, but what was asked for: it does so with the reason
 * of `request.signal`, when that ends a wait, and with `ConnectionDropped`, when chaos drops the connection.
 */
export type Handle = (request: MockRequest) => Promise<MockResponse>;
