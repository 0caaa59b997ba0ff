import { addHeaders, idempotencyKey } from './headers.js';
import type { OperationMetadata } from './metadata.js';
import type { KeySeries } from './send.js';
import type { Parameters } from './url.js';

/** Adds the headers that follow from the parameters of a call, and returns its body, encoded; `null` without one. */
export function requestContent(
  { id, headers: names = [], body: mediaType }: OperationMetadata,
  params: Parameters,
  headers: Record<string, string>,
  keys: KeySeries,
): string | null {
  for (const name of names) {
    const value = params[name] as string | null | undefined;
    if (value != null) addHeaders(headers, id, { [name]: value });
    else if (name === 'Idempotency-Key') {
      // Not a UUID for each call: to make one takes longer than all the rest here.
      // A page of a browser that did not come by https has none; without a key the request is not repeated.
      keys.prefix ??= crypto.randomUUID?.();
      const { prefix, count = 0 } = keys;
      keys.count = count + 1;
      if (prefix) headers[idempotencyKey] = `${prefix}-${count}`;
    }
  }
  if (!mediaType || params.body === undefined) return null;
  headers['content-type'] = mediaType;
  return JSON.stringify(params.body);
}
