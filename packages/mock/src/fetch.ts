/** The mock as a `fetch` function, without sockets. */
import { ConnectionDropped } from './errors.ts';
import type { Handle } from './exchange.ts';

/** Statuses for which the Fetch standard allows no body. */
const NULL_BODY_STATUSES = new Set([204, 205, 304]);

/**
 * Creates a function that can replace the global `fetch`. The host of the URL does not matter. As with the real one, an
 * error status is a response; the promise rejects when the request is aborted, and with a `TypeError` when the connection is
 * dropped.
 */
export function createFetch(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    // Not every browser has `request.body`.
    const content = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.arrayBuffer();
    const { status, headers, body } = await handle({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(content && { body: new Uint8Array(content) }),
      signal: request.signal,
    }).catch((error: unknown) => {
      throw error instanceof ConnectionDropped ? new TypeError('fetch failed', { cause: error }) : error;
    });
    return new Response(NULL_BODY_STATUSES.has(status) ? null : (body ?? null), { status, headers });
  };
}
