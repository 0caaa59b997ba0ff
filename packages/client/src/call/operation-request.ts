/** The parts of a request that depend on the parameters of a call. */
export interface OperationRequest {
  /** URL with path and query. */
  readonly url: string;
  /** Headers by lowercase name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The encoded body; absent for none. */
  readonly body?: string | undefined;
  /** Whether the request is safe to repeat, because of its method or an idempotency key. Default: true. */
  readonly isRepeatable?: boolean;
  /** What to do with redirects. Default: follow them. */
  readonly redirect?: 'error' | 'follow' | 'manual';
  /** Throws an error when a response must not be read. */
  readonly check?: (response: Response) => void;
}
