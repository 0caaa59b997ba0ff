/** What the body of an answer is declared to be. */
export type BodyKind = 'json' | 'text' | 'empty';

/** What the contract says about an operation: all that the runtime needs to call it. */
export interface OperationMetadata {
  /** `operationId`. */
  readonly id: string;
  /** HTTP method, in capital letters. */
  readonly method: string;
  /** Path template under the base URL; each `{name}` is a path parameter. */
  readonly path: string;
  /** Query parameters in order: a name, or a name with the (encoded) separator that joins the values of an array. */
  readonly query?: readonly (string | readonly [name: string, separator: string])[];
  /** Header parameters. A POST that has `Idempotency-Key` here can be repeated safely with the same key. */
  readonly headers?: readonly string[];
  /** Media type of the request body, some JSON; absent when there is no body. */
  readonly body?: string;
  /** What an answer of each declared status carries: JSON, text of another media type, or no body. */
  readonly responses: { readonly [status: number]: BodyKind };
  /** How a list is paged; absent when the answer is all there is. */
  readonly paging?: PagingStyle;
}

/**
 * How a list is paged: items with a `cursor` to the next page, items with a `page` number and `total_pages`, or a table
 * with a `cursor`.
 */
export type PagingStyle = 'cursor' | 'numbered' | 'tabular';
