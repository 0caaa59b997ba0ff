/** Takes a request apart: path, query, headers, body. */
import { ApiError } from './errors.js';
import type { MockRequest } from './exchange.js';

/** Largest request body, in bytes (1 MiB). A larger one is answered with 413. */
export const BODY_LIMIT = 1024 * 1024;

/** Deepest nesting of a JSON body; validators recurse, and must not run out of stack. */
const MAX_DEPTH = 100;

/** A request taken apart. */
export interface ParsedRequest {
  /** In upper case. */
  method: string;
  /** Percent-encoded, as it was sent. */
  path: string;
  query: Record<string, string | string[]>;
  /** Names in lower case; repeated headers joined by commas. */
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal | undefined;
}

/** Takes the line and the headers of a request apart. Nothing that a client can send makes it throw. */
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
    headers: flatten(headers),
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

function flatten(headers: NonNullable<MockRequest['headers']>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/**
 * Decodes a request body: JSON as the value that it stands for, any other media type as text, none as undefined.
 *
 * @throws {ApiError} 413 when the body is too large, 415 when its media type is missing or malformed, 400 when it is not
 *   the JSON that it says it is, or is nested too deep
 */
export function decodeBody(body: Uint8Array, contentType: string | undefined): unknown {
  if (body.byteLength === 0) return undefined;
  if (body.byteLength > BODY_LIMIT) {
    throw new ApiError(413, `The request body must not be larger than ${BODY_LIMIT} bytes.`);
  }
  if (contentType === undefined) {
    throw new ApiError(415, 'The request has a body but no Content-Type; send "Content-Type: application/json".');
  }
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type)) {
    throw new ApiError(415, `The Content-Type "${type}" is not a media type; send "Content-Type: application/json".`);
  }
  if (!isJson(type)) return new TextDecoder().decode(body);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new ApiError(400, `The request body is not valid JSON: ${reason}.`, {
      details: [{ location: 'body', message: `must be valid JSON: ${reason}` }],
    });
  }
  if (isDeeper(value, MAX_DEPTH)) {
    const message = `must not be nested deeper than ${MAX_DEPTH} levels`;
    throw new ApiError(400, `The request body ${message}.`, { details: [{ location: 'body', message }] });
  }
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}

/** Whether a media type is JSON; parameters such as `charset` make no difference. */
export function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w!#$&^.-]+\+)?json\s*(?:;|$)/i.test(mediaType);
}
