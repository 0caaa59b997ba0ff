/** The parts of a request that follow from the parameters of a call. */
export interface OperationRequest {
  /** Address with path and query. */
  readonly url: string;
  /** Headers by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The encoded body; absent for none. */
  readonly body?: string | undefined;
  /** Whether the request can be repeated without harm, by its method or by an idempotency key. Default: true. */
  readonly isRepeatable?: boolean;
}
