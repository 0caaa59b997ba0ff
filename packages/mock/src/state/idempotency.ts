/** Repeated requests with the same `Idempotency-Key`. */
import type { IHttpResponse } from '@stoplight/prism-http';
import { ApiError } from '../core/errors.ts';
import type { StateRequest } from '../requests/state-request.ts';
import type { Store } from './store.ts';
import { deleteOldest } from './store-limits.ts';

/** Maximum number of stored responses; beyond it, the oldest are deleted. */
const MAX_REPLAYS = 1_000;

/** Returns the `Idempotency-Key` of a request; undefined when it has none, or when the operation doesn't support it. */
export function getIdempotencyKey({
  operation,
  headers,
}: Pick<StateRequest, 'operation' | 'headers'>): string | undefined {
  const name = 'idempotency-key';
  const isDeclared = operation.request?.headers?.some((header) => header.name.toLowerCase() === name);
  return isDeclared ? headers[name] : undefined;
}

/**
 * Replays the first response to a request that is repeated with its `Idempotency-Key`.
 *
 * @param respond creates the first response
 * @throws {ApiError} 422 when the key was used for another request
 */
export function replayOrRespond(
  { replays }: Store,
  request: StateRequest,
  respond: () => IHttpResponse | undefined,
): IHttpResponse | undefined {
  const key = getIdempotencyKey(request);
  if (key === undefined) return respond();
  const fingerprint = computeFingerprint(request);
  const known = replays.get(key);
  if (known) {
    if (known.request === fingerprint) return known.output as IHttpResponse | undefined;
    throw keyReused();
  }
  const output = respond();
  if (replays.size >= MAX_REPLAYS) deleteOldest(replays);
  replays.set(key, { request: fingerprint, output: structuredClone(output) });
  return output;
}

/** The requests with an `Idempotency-Key` that are in progress because their responses are delayed. */
export class RequestsInProgress {
  readonly #requests = new Map<string, { fingerprint: string; endMs: number }>();

  /**
   * Registers a request, if it has a key.
   *
   * @param delayMs how long it takes
   * @returns the function to call at its end
   * @throws {ApiError} 409 when the same request is in progress, 422 when another request with its key is
   */
  begin(request: StateRequest, delayMs: number): () => void {
    const idempotencyKey = getIdempotencyKey(request);
    if (idempotencyKey === undefined) return () => {};
    const key = JSON.stringify([request.token, idempotencyKey]);
    const fingerprint = computeFingerprint(request);
    const first = this.#requests.get(key);
    if (first && first.fingerprint !== fingerprint) throw keyReused();
    if (first) throw keyInProgress(first.endMs - Date.now());
    this.#requests.set(key, { fingerprint, endMs: Date.now() + delayMs });
    return () => this.#requests.delete(key);
  }
}

/** Returns a string that is equal for requests with the same JSON, regardless of the order of properties. */
function computeFingerprint({ path, body }: StateRequest): string {
  return JSON.stringify([path, body], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function keyInProgress(remainingMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  const message = `A request with this Idempotency-Key is still running. Retry in ${seconds} seconds.`;
  return new ApiError(409, 'idempotency_key_in_progress', message, { headers: { 'retry-after': String(seconds) } });
}

function keyReused(): ApiError {
  return new ApiError(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.', {
    details: [{ location: 'header/Idempotency-Key', message: 'use a new key for a new request' }],
  });
}
