import { withChecks } from './check-call.ts';
import type { Client } from './client.ts';
import type { requestContent } from './content.ts';
import { ApiError, DecodeError } from './errors.ts';
import type { OperationMetadata } from './metadata.ts';
import type { CallOptions } from './options.ts';
import { encodeValue, type Parameters, type requestQuery } from './url.ts';

// Bundlers replace this condition, and remove what depends on it from programs in production, if it's written out.
declare const process: { readonly env: { readonly NODE_ENV?: string } } | undefined;
// Requires a permission to read the environment.
declare const Deno: unknown;

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
  const createCall = (isResult?: true) => {
    return async (client: Client, given: Parameters = {}, options: CallOptions = {}): Promise<unknown> => {
      const params = client.completeParameters?.(given) ?? given;
      const response = await client.send(
        metadata,
        {
          url:
            client.baseUrl +
            path.replace(/{(\w+)}/g, (_, name) => encodeValue(id, name, params[name], /^\.?\.?$/)) +
            query(metadata, params),
          ...content?.(metadata, params),
        },
        options,
      );
      const { status, text } = response;
      const kind = responses[status];
      let data: unknown;
      try {
        if (kind !== 'empty') data = kind === 'text' ? text : JSON.parse(text);
      } catch {
        if (status < 300 && kind) throw new DecodeError(id, response);
      }
      const result = { ...response, data };
      if (isResult) return result;
      if (status < 300 && kind) return data;
      throw new ApiError(id, result);
    };
  };

  const result = Object.assign(createCall(), {
    result: createCall(true),
    isError: (error: { name?: unknown; operation?: unknown } | undefined) =>
      error?.name === 'ApiError' && error.operation === id,
    metadata,
  }) as Operation;
  if (typeof process === 'undefined' || typeof Deno !== 'undefined' ? false : process.env.NODE_ENV !== 'production') {
    return withChecks(result, metadata);
  }
  return result;
}
