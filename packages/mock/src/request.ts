/** Parses requests: path, query, headers and body. */
import { invalidJson, isDeeper, isJsonMediaType, TOO_DEEP } from './bundled/openapi.ts';
import { invalidRequestError, unsupportedMediaTypeError } from './errors.ts';
import type { MockRequest } from './exchange.ts';

/** A parsed request. */
export interface ParsedRequest {
  /** In upper case. */
  method: string;
  /** Percent-encoded, as in the request. */
  path: string;
  query: Record<string, string | string[]>;
  /** Names in lower case; repeated headers joined by commas. */
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal | undefined;
}

/** Parses the method, the URL and the headers of a request. It accepts anything that a client can send. */
export function parseRequest({
  method,
  url,
  headers = {},
  body = new Uint8Array(),
  signal,
}: MockRequest): ParsedRequest {
  const [path = '', ...search] = url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
    .replace(/#.*$/s, '')
    .split('?');
  return {
    method: method.toUpperCase(),
    path: path || '/',
    query: parseQuery(search.join('?')),
    headers: flattenHeaders(headers),
    body,
    signal,
  };
}

function parseQuery(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search);
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function flattenHeaders(headers: NonNullable<MockRequest['headers']>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/**
 * Parses a decompressed request body: JSON as a value, other media types as text, an empty body as undefined.
 *
 * @param accepted media types and ranges of them
 * @throws {ApiError} 415 when its media type is missing, malformed or not accepted, 400 when it is not valid JSON or is nested
 *   too deep
 */
export function parseBody(body: Uint8Array, contentType: string | undefined, accepted: readonly string[]): unknown {
  if (body.byteLength === 0) return undefined;
  if (contentType === undefined) throw unsupportedMediaTypeError(undefined);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type)) throw unsupportedMediaTypeError(type);
  if (!isAccepted(type, accepted)) throw unsupportedMediaTypeError(type, accepted);
  if (!isJsonMediaType(type)) return new TextDecoder().decode(body);
  const value = parseJson(body);
  if (isDeeper(value)) throw invalidRequestError([{ location: 'body', message: TOO_DEEP }]);
  return value;
}

/** Returns whether a media type is accepted. Prism would accept any JSON for `application/json`, such as merge patches. */
function isAccepted(type: string, accepted: readonly string[]): boolean {
  return accepted.some((range) => range.includes('*') || range.split(';', 1)[0]?.trim().toLowerCase() === type);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw invalidRequestError([{ location: 'body', message: invalidJson(reason) }], 'malformed_json');
  }
}
