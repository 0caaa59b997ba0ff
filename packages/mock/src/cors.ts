/**
 * Cross-origin access for browsers, exact: the origin is named and varied on, the readable headers are listed one by
 * one, because browsers take `*` literally when credentials are sent.
 */
import type { ParsedRequest } from './request.js';

/** Headers that a browser shows to scripts anyway (Fetch standard, CORS-safelisted response-header names). */
const SAFELISTED = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]);

/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE_S = 600;

/** The value of `Access-Control-Expose-Headers` for a set of response headers. */
export function exposedHeaders(names: Iterable<string>): string {
  const byKey = new Map<string, string>();
  for (const name of names) byKey.set(name.toLowerCase(), name);
  return [...byKey]
    .filter(([key]) => !SAFELISTED.has(key) && !key.startsWith('access-control-'))
    .map(([, name]) => name)
    .sort()
    .join(', ');
}

/**
 * The CORS headers of an ordinary answer.
 *
 * @param origin the request's `Origin`, if it has one
 * @param exposed a list made by {@link exposedHeaders}
 */
export function corsHeaders(origin: string | undefined, exposed: string): Record<string, string> {
  if (origin === undefined) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  };
}

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: Pick<ParsedRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

/**
 * The headers that answer a preflight. The method that is asked for is always allowed, so that a page gets to see the
 * real 404 or 405 instead of a network error.
 *
 * @param methods the methods of the path in the contract
 */
export function preflightHeaders(
  { headers }: Pick<ParsedRequest, 'headers'>,
  methods: Iterable<string>,
): Record<string, string> {
  const requested = headers['access-control-request-method'] ?? '';
  const requestedHeaders = headers['access-control-request-headers'];
  return {
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'access-control-allow-origin': headers.origin ?? '',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': [...new Set([...methods, requested])].join(', '),
    ...(requestedHeaders && { 'access-control-allow-headers': requestedHeaders }),
    'access-control-max-age': String(MAX_AGE_S),
  };
}
