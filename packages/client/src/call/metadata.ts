/** What the body of a response is declared to be. */
export type BodyKind = 'json' | 'text' | 'empty';

/** The part of the contract that is needed to call an operation. */
export interface OperationMetadata {
  /** The `operationId`. */
  readonly id: string;
  /** HTTP method, in uppercase. */
  readonly method: string;
  /** Path template relative to the base URL; each `{name}` is a path parameter. */
  readonly path: string;
  /** Query parameters in order: a name, or a name with the (encoded) separator that joins the values of an array. */
  readonly query?: readonly (string | readonly [name: string, separator: string])[];
  /** Header parameters. A POST that has `Idempotency-Key` here can be repeated safely with the same key. */
  readonly headers?: readonly string[];
  /** Media type of the JSON request body; absent when there is no body. */
  readonly body?: string;
  /** The body of each declared success, and of errors whose body isn't JSON: JSON, text of another media type, or none. */
  readonly responses: { readonly [status: number]: BodyKind };
  /** How the operation divides a list into pages; absent when its response is complete. */
  readonly paging?: PagingStyle;
}

/**
 * How a list is divided into pages: items with a `cursor` for the next page, items with a `page` number and
 * `total_pages`, or a table with a `cursor`.
 */
export type PagingStyle = 'cursor' | 'numbered' | 'tabular';
