/** The mock as a `fetch` function, without sockets. */
import { ConnectionDropped } from './errors.ts';
import type { Handle, MockRequest } from './exchange.ts';

/** Statuses for which the Fetch standard allows no body. */
const NULL_BODY_STATUSES = new Set([204, 205, 304]);

/**
 * Creates a function that can replace the global `fetch`. The host of the URL does not matter. As with the real one, an
 * error status is a response; the promise rejects when the request is aborted, and with a `TypeError` when the connection is
 * dropped.
 */
export function createFetch(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = readPlainGet(input, init) ?? (await readRequest(new Request(input, init)));
    request.signal?.throwIfAborted();
    const { status, headers, body } = await handle(request).catch((error: unknown) => {
      throw error instanceof ConnectionDropped ? new TypeError('fetch failed', { cause: error }) : error;
    });
    return new Response(NULL_BODY_STATUSES.has(status) ? null : (body ?? null), { status, headers });
  };
}

async function readRequest(request: Request): Promise<MockRequest> {
  request.signal.throwIfAborted();
  // Not every browser has `request.body`.
  const content = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.arrayBuffer();
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(content && { body: new Uint8Array(content) }),
    signal: request.signal,
  };
}

/**
 * Reads a GET of an absolute URL without creating a `Request`, which takes as long as the response, and with a signal several
 * times as long. Returns undefined for all others.
 */
function readPlainGet(input: string | URL | Request, init: RequestInit = {}): MockRequest | undefined {
  const { method = 'GET', headers, body, signal } = init;
  if (typeof input !== 'string' || method !== 'GET' || body) return undefined;
  if (!URL.canParse(input)) return undefined;
  const url = new URL(input);
  // A `Request` reports what is wrong with the others.
  if (url.username !== '' || url.password !== '') return undefined;
  return {
    method,
    url: url.href,
    headers: Object.fromEntries(new Headers(headers)),
    ...(signal && { signal }),
  };
}
