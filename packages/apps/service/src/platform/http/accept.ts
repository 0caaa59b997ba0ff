import { isAcceptable, notAcceptable, receivedValue } from '@aispm/openapi';
import { ApiError } from './errors/errors.ts';

/**
 * Checks that a response is available in a media type that the client accepts.
 *
 * @param offered media types of the response; empty if it has no body
 * @throws {ApiError} 406 if it isn't
 */
export function checkAccept(accept: string | undefined, offered: readonly string[]): void {
  if (accept === undefined || isAcceptable(accept, offered)) return;
  throw new ApiError(406, 'not_acceptable', notAcceptable(accept, offered), {
    'header/Accept': `must allow ${offered.join(' or ')}${receivedValue(accept)}`,
  });
}
