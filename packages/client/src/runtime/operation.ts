import type { CallOptions, Client } from '../client.js';
import { ApiError, DecodeError } from '../errors.js';
import type { requestContent } from './content.js';
import type { OperationMetadata } from './metadata.js';
import type { Answer } from './reply.js';
import type { Encode } from './send.js';
import { type Parameters, requestPath, type requestQuery } from './url.js';

/**
 * Makes the function of an operation from what the contract says about it. The generated code states the type of each
 * function; nothing here knows a single operation.
 *
 * @param query makes the query, for an operation that has query parameters: a program that calls no such operation is
 *   spared the code.
 * @param content makes headers and body, for an operation that has header parameters or a body.
 */
export function operation<Operation>(
  metadata: OperationMetadata,
  query?: typeof requestQuery | undefined,
  content?: typeof requestContent,
): Operation {
  const { id, responses } = metadata;
  const path = requestPath(metadata);

  const call = (throwing: boolean) => {
    const read = (answer: Answer): unknown => {
      const { status, text } = answer;
      const kind = responses[status];
      const succeeded = kind && status < 300;
      let data: unknown = (kind ? kind === 'text' : text) ? text : undefined;
      if (!kind || kind === 'json') {
        try {
          data = JSON.parse(text);
        } catch {
          if (succeeded) throw new DecodeError(id, answer);
        }
      }
      if (throwing && succeeded) return data;
      const reply = { ...answer, data };
      if (throwing) throw new ApiError(id, reply);
      return reply;
    };

    return (client: Client, params: Parameters = {}, options: CallOptions = {}): Promise<unknown> => {
      const encode: Encode = (headers, keys) => ({
        url: client.baseUrl + path(params) + (query?.(metadata, params) ?? ''),
        body: content?.(metadata, params, headers, keys) ?? null,
      });
      return client.send(metadata, encode, options, read);
    };
  };

  const isError = (error: { name?: unknown; operation?: unknown } | undefined): boolean =>
    error?.name === 'ApiError' && error.operation === id;

  return Object.assign(call(true), { result: call(false), isError, metadata }) as Operation;
}
