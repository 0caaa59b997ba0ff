/** The requests that the mock accepts and the responses that it returns. */

/** A request, independent of its transport. */
export interface MockRequest {
  /** HTTP method, in any case. */
  method: string;
  /** Path and query, percent-encoded, for example `/api/v1/rules?page_size=5`; or an absolute URL. */
  url: string;
  /** Request headers; names in any case, a repeated header as an array. */
  headers?: Record<string, string | string[] | undefined>;
  /** The encoded body; undefined or empty when there is none. */
  body?: Uint8Array | undefined;
  /** Ends the delay of `Prefer: wait` when the client disconnects. */
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
 * Returns the response to a request. It rejects only with the reason of `request.signal`, when that ends a delay, and with
 * `ConnectionDropped`, when chaos drops the connection.
 */
export type Handle = (request: MockRequest) => Promise<MockResponse>;
