/** Bearer tokens. The contract declares them as API keys, for which Prism only checks that the header exists. */
import { MALFORMED_TOKEN, MISSING_TOKEN } from '../bundled/openapi.ts';
import { ApiError } from './errors.ts';

/** Returns whether a header has the format `Bearer <API_KEY>`. */
export function isBearerToken(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^Bearer +\S+ *$/i.test(authorization);
}

/** Returns the token in a header of the format `Bearer <API_KEY>`; an empty string for undefined. */
export function parseBearerToken(authorization = ''): string {
  return authorization.replace(/^Bearer +/i, '').trim();
}

/** The 401 for a request without a valid header. The message doesn't repeat the header, which may be the key. */
export function unauthorized(authorization: string | undefined): ApiError {
  const message = authorization === undefined ? MISSING_TOKEN : MALFORMED_TOKEN;
  return new ApiError(401, 'missing_api_key', message, { headers: { 'www-authenticate': 'Bearer' } });
}
