/** The bearer token. Prism only checks that the header is not empty, because the contract declares it as an API key. */
import type { Operation } from './contract.js';
import { ApiError } from './errors.js';

/** Whether an operation takes its token from the header `Authorization`. */
export function takesBearerToken({ security = [] }: Operation): boolean {
  return security
    .flat()
    .some(
      (scheme) => scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name.toLowerCase() === 'authorization',
    );
}

/** Whether a header has the form `Bearer <API_KEY>`. */
export function isBearerToken(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^Bearer +\S+ *$/i.test(authorization);
}

/** The token in a header of the form `Bearer <API_KEY>`. */
export function tokenOf(authorization: string): string {
  return authorization.replace(/^Bearer +/i, '').trim();
}

/** The 401 for a request without a usable token. It does not repeat the header: that may be the key itself. */
export function unauthorized(authorization: string | undefined): ApiError {
  const message =
    authorization === undefined
      ? 'Send your API key in the header "Authorization: Bearer <API_KEY>".'
      : 'The header Authorization does not have the form "Bearer <API_KEY>".';
  return new ApiError(401, message, { headers: { 'www-authenticate': 'Bearer' } });
}
