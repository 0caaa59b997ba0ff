/** Makes responses, independent of how they are sent. */
import type { IHttpResponse } from '@stoplight/prism-http';
import type { ApiError } from './errors.js';
import type { MockResponse } from './exchange.js';
import { isJson } from './request.js';

/** Responses made of answers that Prism gives again and again. */
const made = new WeakMap<IHttpResponse, MockResponse>();

/** Header that names a request; the mock sets it on every response. */
export const REQUEST_ID = 'x-request-id';

/** Header that says which contract an answer follows; the mock sets it on every response. */
export const CONTRACT_DIGEST = 'x-contract-digest';

/** Headers that the mock sets itself, whatever value the contract has for them. */
const OWN_HEADERS = new Set(['content-type', 'content-length', 'vary', REQUEST_ID, CONTRACT_DIGEST]);

/** The response for an error. */
export function errorResponse(error: ApiError): MockResponse {
  return jsonResponse(error.status, error.body, error.options.headers);
}

/** A response with a JSON body. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): MockResponse {
  const text = JSON.stringify(body);
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) },
    body: text,
  };
}

/** The response for an answer of Prism's. Without a body there is no media type either. */
export function declaredResponse(answer: IHttpResponse): MockResponse {
  const known = made.get(answer);
  if (known) return known;
  const { statusCode: status, headers = {}, body } = answer;
  const response = { status, ...content(headers, body) };
  made.set(answer, response);
  return response;
}

function content(headers: Record<string, unknown>, body: unknown): Pick<MockResponse, 'headers' | 'body'> {
  const declared = declaredHeaders(headers);
  if (body === undefined) return { headers: declared, body: undefined };
  const mediaType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = String(mediaType ?? 'application/json');
  const text = typeof body === 'string' && !isJson(type) ? body : JSON.stringify(body);
  return {
    headers: { ...declared, 'content-type': type, 'content-length': String(Buffer.byteLength(text)) },
    body: text,
  };
}

/**
 * The headers of Prism's that go out: not those that the mock sets itself, those that Prism found no value for, and
 * CORS headers, which Prism would make up.
 */
export function declaredHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => !OWN_HEADERS.has(name) && !name.startsWith('access-control-')),
  );
}
