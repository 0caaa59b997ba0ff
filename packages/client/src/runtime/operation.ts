import type { CallOptions, Client } from '../client.js';
import { ApiError, DecodeError } from '../errors.js';
import type { requestContent } from './content.js';
import type { BodyKind, OperationMetadata } from './metadata.js';
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

  const call =
    (throwing: boolean) =>
    async (client: Client, params: Parameters = {}, options: CallOptions = {}): Promise<unknown> => {
      const headers = {};
      const url = client.baseUrl + path(params) + (query?.(metadata, params) ?? '');
      const body = content?.(metadata, params, headers) ?? null;
      const answer = await client.send(metadata, url, headers, body, options);

      const { status, text } = answer;
      const kind = (Object.keys(responses) as BodyKind[]).find((it) => responses[it]?.includes(status));
      const succeeded = kind && status < 300;
      let data: unknown = (kind ? kind === 'text' : text) ? text : undefined;
      if (!kind || kind === 'json') {
        try {
          data = JSON.parse(text);
        } catch {
          const start = JSON.stringify(text.slice(0, 200));
          if (succeeded)
            throw new DecodeError(id, answer, `${id}: status ${status} with a body that is not JSON: ${start}`);
        }
      }
      if (throwing && succeeded) return data;
      const reply = { ...answer, data };
      if (throwing) throw new ApiError(id, reply);
      return reply;
    };

  const isError = (error: { name?: unknown; operation?: unknown } | undefined): boolean =>
    error?.name === 'ApiError' && error.operation === id;

  return Object.assign(call(true), { result: call(false), isError, metadata }) as Operation;
}
