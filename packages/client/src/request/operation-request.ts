/** The idempotency keys of one client: a prefix that no other client has, and a number. */
export interface IdempotencyKeySequence {
  /** Undefined before the first key, and in a page of a browser that cannot create it. */
  prefix?: string | undefined;
  /** Number of keys so far. */
  count?: number;
}

/** The parts of a request that follow from the parameters of a call. */
export interface EncodedRequest {
  /** Address with path and query. */
  readonly url: string;
  /** The encoded body; `null` for none. */
  readonly body: string | null;
}

/**
 * Encodes the parameters of a call as a request, and adds the headers that follow from them to an empty object. A request
 * with an idempotency key among these headers may be sent again.
 */
export type EncodeRequest = (headers: Record<string, string>, keys: IdempotencyKeySequence) => EncodedRequest;
