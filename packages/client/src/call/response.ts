/** A response as it was received. */
export interface RawResponse<Status extends number = number> {
  /** HTTP status, 200 to 599. */
  readonly status: Status;
  /** The body before any decoding. */
  readonly text: string;
  /** Headers of the response. */
  readonly headers: Headers;
}

/** A decoded response of an operation. The type of `data` depends on `status`. */
export interface ApiResponse<Status extends number, Data> extends RawResponse<Status> {
  /** The decoded body. For an error, it is `undefined` when the body isn't JSON; `text` contains it. */
  readonly data: Data;
}
