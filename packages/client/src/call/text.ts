import type { Client } from './client.ts';
import type { CallOptions, Fetch } from './options.ts';

/** A call of an operation whose successful response is a string. */
type TextCall = (client: Client, params?: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * Returns an operation whose successful responses keep their byte order mark: programs such as Excel need it to recognize UTF-8 in a
 * file, and `Response.text` removes it. Other operations do not use this, because it takes longer.
 *
 * @param operation an operation whose only successful responses are text.
 */
export function exactText<Operation>(operation: Operation): Operation {
  const { result } = operation as { result: TextCall };
  const keepText = (call: TextCall): TextCall => {
    return (client, params, options = {}) => {
      const send: Fetch = async (url, init) => {
        const response = await (options.fetch ?? client.fetch ?? fetch)(url, init);
        if (!response.ok) return response;
        const text = async () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
        return Object.defineProperty(response, 'text', { value: text });
      };
      return call(client, params, { ...options, fetch: send });
    };
  };
  return Object.assign(keepText(operation as TextCall), operation, { result: keepText(result) });
}
