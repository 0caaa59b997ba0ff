/** Parses requests: path, query, headers and body. */
import { invalidJson, isDeeper, isJsonMediaType, TOO_DEEP } from '../bundled/openapi.ts';
import { invalidRequestError, unsupportedMediaTypeError } from '../core/errors.ts';
import type { MockRequest } from '../core/exchange.ts';

/** A parsed request. */
export interface ParsedRequest {
  /** In uppercase. */
  method: string;
  /** Percent-encoded, as in the request. */
  path: string;
  query: Record<string, string | string[]>;
  /** The query without `?`, percent-encoded, as in the request. */
  search: string;
  /** Names in lowercase; repeated headers joined with commas. */
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal | undefined;
}

const NO_BODY = new Uint8Array();

/** The part of an absolute URL before its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Parses the method, the URL and the headers of a request. Accepts anything that a client can send. */
export function parseRequest({ method, url, headers = {}, body = NO_BODY, signal }: MockRequest): ParsedRequest {
  const target = readTarget(url);
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? '' : target.slice(mark + 1);
  return {
    method: method.toUpperCase(),
    path: path || '/',
    query: parseQuery(search),
    search,
    headers: flattenHeaders(headers),
    body,
    signal,
  };
}

/** Returns the path and the query of a URL, percent-encoded as in it. */
export function readTarget(url: string): string {
  const start = url.startsWith('/') ? 0 : (ORIGIN.exec(url)?.[0].length ?? 0);
  const fragment = url.indexOf('#', start);
  return url.slice(start, fragment < 0 ? undefined : fragment);
}

function parseQuery(search: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(values);
}

function flattenHeaders(headers: NonNullable<MockRequest['headers']>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/**
 * Parses a decompressed request body: JSON as a value, other media types as a string, an empty body as undefined.
 *
 * @param accepted media types
 * @throws {ApiError} 415 when its media type is missing, malformed or not accepted, 400 when it is malformed JSON or
 *   nested too deeply
 */
export function parseBody(body: Uint8Array, contentType: string | undefined, accepted: readonly string[]): unknown {
  const type = checkMediaType(body, contentType, accepted);
  if (type === undefined) return undefined;
  if (!isJsonMediaType(type)) return new TextDecoder().decode(body);
  const value = parseJson(body);
  if (isDeeper(value)) throw invalidRequestError([{ location: 'body', message: TOO_DEEP }]);
  return value;
}

/**
 * Returns the media type of a body, in lowercase; undefined when there is no body.
 *
 * @param accepted media types
 * @throws {ApiError} 415 when it is missing, malformed or not accepted
 */
export function checkMediaType(
  body: Uint8Array,
  contentType: string | undefined,
  accepted: readonly string[],
): string | undefined {
  if (body.byteLength === 0) return undefined;
  if (contentType === undefined) throw unsupportedMediaTypeError(undefined);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type)) throw unsupportedMediaTypeError(type);
  if (!isAccepted(type, accepted)) throw unsupportedMediaTypeError(type, accepted);
  return type;
}

/** Returns whether a media type is accepted. Prism would accept any JSON for `application/json`, such as merge patches. */
function isAccepted(type: string, accepted: readonly string[]): boolean {
  return accepted.some((one) => one.split(';', 1)[0]?.trim().toLowerCase() === type);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw invalidRequestError([{ location: 'body', message: invalidJson(reason) }], 'malformed_json');
  }
}
