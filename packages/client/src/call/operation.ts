import type { Client } from './client.ts';
import type { requestContent } from './content.ts';
import { ApiError, DecodeError } from './errors.ts';
import type { OperationMetadata } from './metadata.ts';
import type { CallOptions } from './options.ts';
import { encodeValue, type Parameters, type requestQuery } from './url.ts';

/**
 * Creates the function of an operation from its metadata. The generated code declares the type of each function; nothing
 * here depends on a particular operation.
 *
 * @param query encodes the query of an operation with query parameters. It is a parameter so that the bundle of a
 *   program that doesn't call such operations doesn't contain the code.
 * @param content encodes headers and body, for a POST, a PATCH and any operation that has header parameters or a body.
 */
export function operation<Operation>(
  metadata: OperationMetadata,
  query: typeof requestQuery | (() => '') = () => '',
  content?: typeof requestContent,
): Operation {
  const { id, path, responses } = metadata;
  // Literal parts and parameter names alternate.
  const parts = path.split(/[{}]/);

  const createCall = (isResult?: true) => {
    return async (client: Client, given: Parameters = {}, options: CallOptions = {}): Promise<unknown> => {
      const params = client.completeParameters?.(given) ?? given;
      let url = client.baseUrl;
      let isParameter: boolean | undefined;
      for (const part of parts) {
        url += isParameter ? encodeValue(id, part, params[part] ?? '', /^\.?\.?$/) : part;
        isParameter = !isParameter;
      }
      url += query(metadata, params);
      const response = await client.send(metadata, { url, ...content?.(metadata, params) }, options);
      const { status, text } = response;
      const kind = responses[status];
      const isSuccess = status < 300 && kind;
      let data: unknown;
      try {
        if (kind !== 'empty') data = kind === 'text' ? text : JSON.parse(text);
      } catch {
        if (isSuccess) throw new DecodeError(id, response);
      }
      if (isSuccess && !isResult) return data;
      const result = { ...response, data };
      if (isResult) return result;
      throw new ApiError(id, result);
    };
  };

  return Object.assign(createCall(), {
    result: createCall(true),
    isError: (error: { name?: unknown; operation?: unknown } | undefined) =>
      error?.name === 'ApiError' && error.operation === id,
    metadata,
  }) as Operation;
}
