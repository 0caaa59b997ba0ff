/** Bearer tokens. Prism checks only that the header is not empty, because the contract declares it as an API key. */
import { MALFORMED_TOKEN, MISSING_TOKEN } from '../bundled/openapi.ts';
import type { Operation } from './contract-types.ts';
import { ApiError } from './errors.ts';

/** Returns whether an operation requires a token in the header `Authorization`. */
export function requiresBearerToken({ security = [] }: Operation): boolean {
  return security
    .flat()
    .some(
      (scheme) => scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name.toLowerCase() === 'authorization',
    );
}

/** Returns whether a header has the format `Bearer <API_KEY>`. */
export function isBearerToken(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^Bearer +\S+ *$/i.test(authorization);
}

/** Returns the token in a header of the format `Bearer <API_KEY>`; an empty one for undefined. */
export function parseBearerToken(authorization = ''): string {
  return authorization.replace(/^Bearer +/i, '').trim();
}

/** The 401 for a request without the credentials that an operation requires, when these are no bearer token. */
export function missingCredentials({ security = [] }: Operation): ApiError {
  const schemes = security.flat();
  const ways = [...new Set(schemes.map(describeScheme))].join(', or ');
  const challenges = schemes.flatMap((scheme) => (scheme.type === 'http' ? [formatSchemeName(scheme.scheme)] : []));
  const headers = challenges.length > 0 ? { 'www-authenticate': [...new Set(challenges)].join(', ') } : {};
  const message = `The request has no credentials, or malformed ones. Send ${ways}; any value is accepted.`;
  return new ApiError(401, 'missing_api_key', message, { headers });
}

/** Lists the API keys that the security schemes of an operation read. */
export function listCredentials({ security = [] }: Operation): { in: string; name: string }[] {
  return security.flat().flatMap((scheme) => (scheme.type === 'apiKey' ? [scheme] : []));
}

/** Where an API key is. */
const PLACES = { header: 'the header', query: 'the query parameter', cookie: 'the cookie' };

/** Describes where a request has the credentials of a security scheme. */
function describeScheme(scheme: NonNullable<Operation['security']>[number][number]): string {
  if (scheme.type === 'apiKey') return `${PLACES[scheme.in]} "${scheme.name}"`;
  const name = scheme.type === 'http' ? formatSchemeName(scheme.scheme) : 'Bearer';
  return `the header "Authorization: ${name} …"`;
}

function formatSchemeName(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** The 401 for a request without a valid header. The message does not repeat the header, which may be the key itself. */
export function unauthorized(authorization: string | undefined): ApiError {
  const message = authorization === undefined ? MISSING_TOKEN : MALFORMED_TOKEN;
  return new ApiError(401, 'missing_api_key', message, { headers: { 'www-authenticate': 'Bearer' } });
}
