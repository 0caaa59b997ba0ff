/** The mock as a `fetch` function, without sockets. */
import { ConnectionDropped } from '../core/errors.ts';
import type { Handle, MockRequest } from '../core/exchange.ts';
import { createResponse } from '../http/text-response.ts';

/**
 * Creates a function that can replace the global `fetch`. The host of the URL doesn't matter. As with the real one, an
 * error status is a response; the promise rejects when the request is aborted, and with a `TypeError` when the connection is
 * dropped.
 */
export function createFetch(handle: Handle): typeof fetch {
  return async (input, init) => {
    const request = readPlainRequest(input, init) ?? (await readRequest(new Request(resolvePath(input), init)));
    request.signal?.throwIfAborted();
    try {
      const { status, headers, body, stream } = await handle(request);
      return stream ? new Response(toReadable(stream), { status, headers }) : createResponse(status, headers, body);
    } catch (error) {
      throw error instanceof ConnectionDropped ? new TypeError('fetch failed', { cause: error }) : error;
    }
  };
}

/** Converts a stream for platforms without `ReadableStream.from`. */
function toReadable(stream: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Resolves a URL of a simulated page, whose `Request` is the one of Node.js. */
function resolvePath(input: string | URL | Request): string | URL | Request {
  const base = (globalThis as { location?: { href: string } }).location?.href;
  if (typeof input !== 'string' || base === undefined || URL.canParse(input)) return input;
  return URL.parse(input, base) ?? input;
}

async function readRequest(request: Request): Promise<MockRequest> {
  request.signal.throwIfAborted();
  // Not every browser supports `request.body`.
  const content = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.arrayBuffer();
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(content && { body: new Uint8Array(content) }),
    signal: request.signal,
  };
}

/** Methods that a `Request` doesn't change, and whether they may have a body. */
const METHODS = new Map([
  ['GET', false],
  ['HEAD', false],
  ['POST', true],
  ['PUT', true],
  ['PATCH', true],
  ['DELETE', true],
]);

/** The properties that are read without a `Request`. */
const MEMBERS = new Set(['method', 'headers', 'body', 'signal']);

/**
 * Reads a request without creating a `Request`, which takes as long as the response, and several times as long with a signal.
 * Returns undefined for everything that a `Request` would change, complete or reject.
 */
function readPlainRequest(input: string | URL | Request, init: RequestInit | null = {}): MockRequest | undefined {
  if (typeof input !== 'string' && !(input instanceof URL)) return undefined;
  for (const name in init) if (!MEMBERS.has(name)) return undefined;
  const { method = 'GET', headers, body, signal } = init ?? {};
  const mayHaveBody = METHODS.get(method);
  if (mayHaveBody === undefined || (signal && !(signal instanceof AbortSignal))) return undefined;
  const hasBody = body !== undefined && body !== null;
  if (hasBody && !(mayHaveBody && typeof body === 'string')) return undefined;
  const url = URL.parse(String(input));
  if (url?.username !== '' || url.password !== '') return undefined;
  return {
    method,
    url: url.href,
    headers: readHeaders(headers, hasBody),
    ...(hasBody && { body: new TextEncoder().encode(body) }),
    ...(signal && { signal }),
  };
}

/** Headers that need no conversion: a lowercase name, and a value without surrounding spaces. */
const PLAIN_NAME = /^[a-z0-9-]+$/;
const PLAIN_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/** @throws {TypeError} when a name or a value is invalid */
function readHeaders(given: RequestInit['headers'], hasText: boolean): Record<string, string> {
  const headers = readPlainHeaders(given) ?? Object.fromEntries(new Headers(given));
  return hasText && !('content-type' in headers) ? { ...headers, 'content-type': 'text/plain;charset=UTF-8' } : headers;
}

/** Reads the headers of an object; undefined when one of them needs conversion. */
function readPlainHeaders(given: RequestInit['headers']): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  if (given === undefined) return headers;
  if (Object.getPrototypeOf(Object(given)) !== Object.prototype) return undefined;
  for (const [name, value] of Object.entries(given)) {
    if (!PLAIN_NAME.test(name) || typeof value !== 'string' || !PLAIN_VALUE.test(value)) return undefined;
    headers[name] = value;
  }
  return headers;
}
