/** Sends requests to another server of the API. */
import { ApiError } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import type { OperationRequest } from '../operations/route.ts';

/** How long the server may take for a complete response, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Maximum size of a response, decompressed, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Identifies the mock in `Via`, so that it notices a request that it sent to itself. */
const VIA = 'aispm-mock';

/** Request headers that aren't forwarded: they are about the connection to the mock, or about the mock itself. */
const OWN_REQUEST_HEADERS = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'content-length', 'expect', 'accept-encoding', 'via'],
  ...['origin', 'referer', 'cookie', 'prefer', 'x-mock-token'],
]);

/** Response headers that aren't returned: they are about the connection to the server, and cookies of its domain. */
const OWN_RESPONSE_HEADERS = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'trailer', 'transfer-encoding', 'upgrade', 'via'],
  ...['content-encoding', 'content-length', 'vary', 'set-cookie', 'alt-svc', 'strict-transport-security'],
]);

// Tests replace the global function by that of a mock.
const { fetch: send } = globalThis;

/**
 * Sends a request to a server, and returns its response. Redirects aren't followed.
 *
 * @param baseUrl URL of the API, without a trailing slash
 * @throws {ApiError} 502 when the server can't be reached or its response is too large, and 504 when it takes too long
 * @throws {unknown} the reason of the request's signal
 */
export async function forward(baseUrl: string, request: OperationRequest): Promise<MockResponse> {
  const { method, path, body, headers, signal } = request;
  if (headers.via?.includes(VIA)) {
    throw new ApiError(502, 'unavailable', `${baseUrl} is this mock. Use the URL of another server for the proxy.`);
  }
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const hasBody = body.byteLength > 0 && method !== 'GET' && method !== 'HEAD';
  try {
    const response = await send(`${baseUrl}${path}${toQuery(request.search)}`, {
      method,
      headers: { ...selectHeaders(Object.entries(headers), OWN_REQUEST_HEADERS), via: `1.1 ${VIA}` },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(hasBody && { body: new Uint8Array(body) }),
    });
    return toMockResponse(response, method === 'HEAD' ? undefined : await readBody(response, baseUrl));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    if (timeout.aborted) {
      const message = `${baseUrl} did not respond completely within ${TIMEOUT_MS / 1000} seconds.`;
      throw new ApiError(504, 'unavailable', message);
    }
    throw new ApiError(502, 'unavailable', `${baseUrl} cannot be reached: ${describe(error)}.`);
  }
}

/** Returns a query without the parameters of the mock, with its question mark. */
function toQuery(search: string): string {
  const parameters = search.split('&').filter((parameter) => parameter !== '' && !parameter.startsWith('__'));
  return parameters.length > 0 ? `?${parameters.join('&')}` : '';
}

function selectHeaders(headers: Iterable<[string, string]>, excluded: ReadonlySet<string>): Record<string, string> {
  const isSent = ([name]: [string, string]) => !excluded.has(name) && !name.startsWith('access-control-');
  return Object.fromEntries([...headers].filter(isSent));
}

/** Reads a body up to the maximum. */
async function readBody(response: Response, baseUrl: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      const message = `The response of ${baseUrl} is larger than ${MAX_BYTES / 1024 / 1024} MB.`;
      throw new ApiError(502, 'unavailable', message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toMockResponse({ status, headers }: Response, bytes: Uint8Array | undefined): MockResponse {
  const sent = selectHeaders(headers.entries(), OWN_RESPONSE_HEADERS);
  if (!bytes?.byteLength) return { status, headers: sent, body: undefined };
  const length = { 'content-length': String(bytes.byteLength) };
  const body = decode(bytes);
  if (body !== undefined) return { status, headers: { ...sent, ...length }, body };
  return { status, headers: { ...sent, ...length }, body, stream: streamOf(bytes) };
}

/** Decodes UTF-8; undefined for other bytes. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Describes why a connection failed: the reason is in the cause, or in the first of several. */
function describe(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { errors: [first] = [cause] } = cause as { errors?: unknown[] };
  const { message = String(first), code } = first as { message?: string; code?: string };
  return message || String(code);
}
