import type { IdempotencyKeySequence } from './encoding.ts';
import { addHeaders, IDEMPOTENCY_KEY } from './headers.ts';
import type { OperationMetadata } from './metadata.ts';
import type { Parameters } from './url.ts';

/** Adds the headers that follow from the parameters of a call, and returns its encoded body; `null` without one. */
export function requestContent(
  { id, headers: names = [], body: mediaType }: OperationMetadata,
  params: Parameters,
  headers: Record<string, string>,
  keys: IdempotencyKeySequence,
): string | null {
  for (const name of names) {
    const value = params[name] as string | null | undefined;
    if (value != null) addHeaders(headers, id, { [name]: value });
    else if (name === 'Idempotency-Key') {
      // Not a UUID for each call, because generating one takes longer than everything else here. A page of a browser that
      // was not loaded by https cannot generate one; without a key the request is not repeated.
      keys.prefix ??= crypto.randomUUID?.();
      const { prefix, count = 0 } = keys;
      keys.count = count + 1;
      if (prefix) headers[IDEMPOTENCY_KEY] = `${prefix}-${count}`;
    }
  }
  if (!mediaType || params.body === undefined) return null;
  headers['content-type'] = mediaType;
  return JSON.stringify(params.body);
}
