import type { Client } from '../client.ts';
import { ApiError, DecodeError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { requestContent } from './content.ts';
import type { EncodeRequest } from './encoding.ts';
import type { OperationMetadata } from './metadata.ts';
import type { RawResponse } from './response.ts';
import { type Parameters, requestPath, type requestQuery } from './url.ts';

/**
 * Creates the function of an operation from its metadata. The generated code states the type of each function; nothing
 * here depends on a particular operation.
 *
 * @param query encodes the query, for an operation that has query parameters. It is a parameter so that the bundle of a
 *   program that calls no such operation does not contain the code.
 * @param content encodes headers and body, for an operation that has header parameters or a body.
 */
export function operation<Operation>(
  metadata: OperationMetadata,
  query?: typeof requestQuery | undefined,
  content?: typeof requestContent,
): Operation {
  const { id } = metadata;
  const path = requestPath(metadata);

  const createCall = (read: (response: RawResponse) => unknown) => {
    return (client: Client, params: Parameters = {}, options: CallOptions = {}): Promise<unknown> => {
      const encode: EncodeRequest = (headers, keys) => ({
        url: client.baseUrl + path(params) + (query?.(metadata, params) ?? ''),
        body: content?.(metadata, params, headers, keys) ?? null,
      });
      return client.send(metadata, encode, options, read);
    };
  };

  const readData = (response: RawResponse): unknown => {
    const data = decode(metadata, response);
    if (isSuccess(metadata, response)) return data;
    throw new ApiError(id, { ...response, data });
  };
  const readResult = (response: RawResponse): unknown => ({ ...response, data: decode(metadata, response) });
  const isError = (error: { name?: unknown; operation?: unknown } | undefined): boolean =>
    error?.name === 'ApiError' && error.operation === id;

  return Object.assign(createCall(readData), { result: createCall(readResult), isError, metadata }) as Operation;
}

/** Returns whether a response has a declared success status. */
function isSuccess({ responses }: OperationMetadata, { status }: RawResponse): boolean {
  return status < 300 && status in responses;
}

/**
 * Returns the data of a response, as `ApiResponse` describes it.
 *
 * @throws DecodeError when a success is declared as JSON and is not.
 */
function decode(metadata: OperationMetadata, response: RawResponse): unknown {
  const { status, text } = response;
  const kind = metadata.responses[status];
  if (kind === 'text') return text;
  if (kind === 'empty') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (isSuccess(metadata, response)) throw new DecodeError(metadata.id, response);
    return undefined;
  }
}
