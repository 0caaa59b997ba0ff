import { notAcceptable, receivedValue } from '@aispm/openapi';
import Negotiator from 'negotiator';
import { ApiError } from './errors/errors.ts';

/**
 * Checks that a response is available in a media type that the client accepts.
 *
 * @param offered media types of the response; empty if it has no body
 * @throws {ApiError} 406 if it isn't
 */
export function checkAccept(accept: string | undefined, offered: readonly string[]): void {
  if (accept === undefined || accept.trim() === '' || offered.length === 0) return;
  // Responses are in UTF-8, so a media range with that parameter also accepts them.
  const available = offered.flatMap((mediaType) => [mediaType, `${mediaType}; charset=utf-8`]);
  if (new Negotiator({ headers: { accept } }).mediaTypes(available).length === 0) {
    throw new ApiError(406, 'not_acceptable', notAcceptable(accept, offered), {
      'header/Accept': `must allow ${offered.join(' or ')}${receivedValue(accept)}`,
    });
  }
}
