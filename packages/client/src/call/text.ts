import type { Client } from './client.ts';
import { DecodeError } from './errors.ts';
import type { OperationMetadata } from './metadata.ts';
import type { CallOptions, Fetch } from './options.ts';

/** A call of an operation whose successful response is a string. */
type TextCall = (client: Client, params?: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * Returns an operation whose successful responses keep their byte order mark: programs such as Excel need it to recognize UTF-8 in a
 * file, and `Response.text` removes it. Other operations do not use this, because it takes longer.
 *
 * It rejects with a `DecodeError` when a success has another media type, such as the HTML of a gateway's login page.
 *
 * @param operation an operation whose only successful responses are text.
 * @param mediaTypes the media types of its successful responses, in lowercase.
 */
export function exactText<Operation>(operation: Operation, mediaTypes: readonly string[]): Operation {
  const { result, metadata } = operation as { result: TextCall; metadata: OperationMetadata };
  const keepText = (call: TextCall): TextCall => {
    return async (client, params, options = {}) => {
      let last: Response | undefined;
      let text = '';
      const send: Fetch = async (url, init) => {
        last = await (options.fetch ?? client.fetch ?? fetch)(url, init);
        if (!last.ok) return last;
        const buffer = last.arrayBuffer.bind(last);
        const read = async () => {
          text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await buffer());
          return text;
        };
        return Object.defineProperty(last, 'text', { value: read });
      };
      const outcome = await call(client, params, { ...options, fetch: send });
      const { status, headers } = last as unknown as Response;
      const [type] =
        headers
          .get('content-type')
          ?.toLowerCase()
          .match(/[^\s;]+/) ?? [];
      if (type && metadata.responses[status] === 'text' && !mediaTypes.includes(type)) {
        const error = new DecodeError(metadata.id, { status, text, headers });
        error.message = error.message.replace('JSON', 'text');
        throw error;
      }
      return outcome;
    };
  };
  return Object.assign(keepText(operation as TextCall), operation, { result: keepText(result) });
}
