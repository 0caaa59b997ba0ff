/** An answer as it arrived. */
export interface Answer<Status extends number = number> {
  /** HTTP status, 200 to 599. */
  readonly status: Status;
  /** The body before any decoding. */
  readonly text: string;
  /** Headers of the answer. */
  readonly headers: Headers;
}

/** A decoded answer to an operation. `status` tells which type `data` has. */
export interface Reply<Status extends number, Data> extends Answer<Status> {
  /**
   * The body. For an error it is `undefined` when the body is not the declared JSON (`text` has it then). For a status
   * that the contract does not declare it is what arrived: JSON by its content type, otherwise text, `undefined` when
   * empty.
   */
  readonly data: Data;
}
