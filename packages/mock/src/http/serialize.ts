/** Creates responses, independent of their transport. */
import type { IHttpResponse } from '@stoplight/prism-http';
import { isJsonMediaType } from '../bundled/openapi.ts';
import type { ApiError } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';

/** Responses for cached outputs of Prism. */
const serialized = new WeakMap<IHttpResponse, MockResponse>();

/** Response header with the id of the request; the mock sets it on every response. */
export const REQUEST_ID = 'x-request-id';

/** Response header with the digest of the contract; the mock sets it on every response. */
export const CONTRACT_DIGEST = 'x-contract-digest';

/** Headers that the mock sets, regardless of what the contract declares for them. */
const OWN_HEADERS = new Set(['content-type', 'content-length', 'vary', REQUEST_ID, CONTRACT_DIGEST]);

/** Creates the response for an error. */
export function errorResponse(error: ApiError): MockResponse {
  return jsonResponse(error.status, error.body, error.options.headers);
}

/** Creates a response with a JSON body. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): MockResponse {
  const text = JSON.stringify(body);
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) },
    body: text,
  };
}

/** Creates a response without a body. */
export function emptyResponse(headers: Record<string, string> = {}): MockResponse {
  return { status: 204, headers, body: undefined };
}

/** Serializes an output of Prism. Without a body, there is no media type either. */
export function serialize(output: IHttpResponse): MockResponse {
  const known = serialized.get(output);
  if (known) return known;
  const { statusCode: status, headers = {}, body } = output;
  const response = { status, ...serializeContent(headers, body) };
  serialized.set(output, response);
  return response;
}

function serializeContent(headers: Record<string, unknown>, body: unknown): Pick<MockResponse, 'headers' | 'body'> {
  const sent = declaredHeaders(headers);
  if (body === undefined) return { headers: sent, body: undefined };
  const mediaType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = String(mediaType ?? 'application/json');
  const text = typeof body === 'string' && !isJsonMediaType(type) ? body : JSON.stringify(body);
  return {
    headers: { ...sent, 'content-type': type, 'content-length': String(Buffer.byteLength(text)) },
    body: text,
  };
}

/** Sent headers by the headers of Prism's output, which the responses of an operation share. */
const declared = new WeakMap<object, Record<string, string>>();

/**
 * Returns the headers of Prism's output to send, without headers that the mock sets, headers without a value, and CORS
 * headers, whose values Prism would invent.
 */
export function declaredHeaders(headers: Record<string, unknown>): Readonly<Record<string, string>> {
  const known = declared.get(headers);
  if (known) return known;
  const sent = Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => !OWN_HEADERS.has(name) && !name.startsWith('access-control-')),
  );
  declared.set(headers, sent);
  return sent;
}
