/**
 * Cross-origin access for browsers: the response lists the origin and the readable headers one by one, because browsers
 * interpret `*` literally when credentials are sent.
 */
import type { ParsedRequest } from './request.ts';

/** Headers that a browser always exposes to scripts (Fetch standard, CORS-safelisted response-header names). */
const SAFELISTED = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]);

/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE_S = 600;

/** Returns the value of `Access-Control-Expose-Headers` for a set of response headers. */
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
 * Returns the CORS headers of a response to any request except a preflight.
 *
 * @param origin the request's `Origin`, if it has one
 * @param exposed a result of {@link exposedHeaders}
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

/** Returns whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: Pick<ParsedRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

/**
 * Returns the headers of the response to a preflight. The requested method is always allowed, so that a page receives the
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
