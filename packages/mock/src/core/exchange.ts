/** The requests that the mock accepts and the responses that it returns. */

/** A request, independent of its transport. */
export interface MockRequest {
  /** HTTP method, case-insensitive. */
  method: string;
  /** Path and query, percent-encoded, for example `/api/v1/rules?page_size=5`; or an absolute URL. */
  url: string;
  /** Request headers; names are case-insensitive, a repeated header is an array. */
  headers?: Record<string, string | string[] | undefined>;
  /** The encoded body; undefined or empty when there is none. */
  body?: Uint8Array | undefined;
  /** Ends the delay of `Prefer: wait` when the client disconnects. */
  signal?: AbortSignal;
}

/** A response. */
export interface MockResponse {
  status: number;
  /** Names in lowercase. */
  headers: Record<string, string>;
  /** The body as a string; undefined when there is none, or a {@link stream}. */
  body: string | undefined;
  /** The body of an override with bytes or a stream. */
  stream?: AsyncIterable<Uint8Array>;
}

/** What a transport needs to know about the contract in use. */
export interface ServedContract {
  /** SHA-256 of the contract, in hexadecimal digits. */
  digest: string;
  /** Maximum size of a request body for any operation, in bytes. */
  maxBodyBytes: number;
  /** Returns whether a path belongs to the API or to the mock's own endpoints. */
  handlesPath(path: string): boolean;
}

/**
 * Returns the response to a request. It only rejects with the reason of `request.signal`, if the signal ends a delay, and with
 * `ConnectionDropped`, if chaos drops the connection.
 */
export type Handle = (request: MockRequest) => Promise<MockResponse>;
