import type { Client } from '../call/client.ts';
import { requestContent } from '../call/content.ts';
import type { ApiError } from '../call/errors.ts';
import type { OperationMetadata } from '../call/metadata.ts';
import { operation } from '../call/operation.ts';
import type { CallOptions } from '../call/options.ts';
import type { ApiResponse } from '../call/response.ts';
import { requestQuery } from '../call/url.ts';

/** An operation that this version of the client doesn't contain. */
export interface CustomOperation<Params extends object, Data, Metadata extends OperationMetadata = OperationMetadata> {
  /** Calls the operation. */
  (client: Client, params: Params, options?: CallOptions): Promise<Data>;
  /** Sends the same request, but resolves to every response. */
  result(client: Client, params: Params, options?: CallOptions): Promise<ApiResponse<number, unknown>>;
  /** Returns whether `error` is an error response of this operation. */
  isError(error: unknown): error is ApiError;
  /** Describes the operation. */
  readonly metadata: Metadata;
}

/**
 * Creates the function of an operation, or of a parameter, that this version of the client doesn't contain. It works like all others: with
 * retries, errors, hooks and pages.
 *
 * @param metadata describes the request and its responses. The types of the parameters and the data aren't checked.
 * @example
 * const getHealth = defineOperation<object, { status: string }>({
 *   id: 'getHealth', method: 'GET', path: '/health', responses: { 200: 'json' },
 * });
 * console.log(getHealth.metadata.path);
 */
export function defineOperation<Params extends object, Data, Metadata extends OperationMetadata = OperationMetadata>(
  metadata: Metadata,
): CustomOperation<Params, Data, Metadata> {
  return operation(metadata, requestQuery, requestContent);
}
