/** Repeated requests with the same `Idempotency-Key`. */
import type { IHttpResponse } from '@stoplight/prism-http';
import { ApiError } from '../errors.ts';
import type { StateRequest } from './state-request.ts';
import { deleteOldest, type Store } from './store.ts';

/** Maximum number of stored responses; the oldest are deleted. */
const MAX_REPLAYS = 1_000;

/**
 * Returns the first response again to a POST that is repeated with its `Idempotency-Key`.
 *
 * @param respond creates the first response
 * @throws {ApiError} 422 when the key was used for another request
 */
export function replayOrRespond(
  { replays }: Store,
  { operation, path, headers, body }: StateRequest,
  respond: () => IHttpResponse | undefined,
): IHttpResponse | undefined {
  const key = operation.method.toLowerCase() === 'post' ? headers['idempotency-key'] : undefined;
  if (key === undefined) return respond();
  const request = JSON.stringify([path, body]);
  const known = replays.get(key);
  if (known) {
    if (known.request === request) return known.output as IHttpResponse;
    throw new ApiError(422, `The Idempotency-Key "${key}" was already used for another request. Use a new key.`);
  }
  const output = respond();
  if (replays.size >= MAX_REPLAYS) deleteOldest(replays);
  replays.set(key, { request, output: structuredClone(output) });
  return output;
}
