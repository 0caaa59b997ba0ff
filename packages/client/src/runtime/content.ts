import type { OperationMetadata } from './metadata.js';
import { idempotencyKey } from './send.js';
import type { Parameters } from './url.js';

/** Adds the headers that follow from the parameters of a call, and returns its body, encoded; `null` without one. */
export function requestContent(
  { headers: names = [], body: mediaType }: OperationMetadata,
  params: Parameters,
  headers: Record<string, string | undefined>,
): string | null {
  for (const name of names) {
    // A page of a browser that did not come by https cannot make a key; without one the request is not repeated.
    headers[name] = (params[name] ?? (name === idempotencyKey ? crypto.randomUUID?.() : undefined)) as
      | string
      | undefined;
  }
  if (!mediaType || params.body === undefined) return null;
  headers['content-type'] = mediaType;
  return JSON.stringify(params.body);
}
