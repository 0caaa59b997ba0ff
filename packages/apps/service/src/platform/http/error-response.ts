/** Converts errors to responses. */
import { BODY_TOO_LARGE, MISSING_CONTENT_TYPE, unsupportedMediaType } from '@aispm/openapi';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { findUnavailability } from '../database/unavailable.ts';
import { ApiError, unavailable } from './errors.ts';

/** Sends the response to an error. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = toApiError(error, request);
  if (status >= 500) request.log.error(error);
  reply
    .code(status)
    .headers(headers)
    .header('x-request-id', request.id)
    .type('application/json')
    .serializer(JSON.stringify)
    .send(body);
}

/** Returns the response to an error. It repeats nothing of an internal error. */
function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const reason = findUnavailability(error);
  if (reason !== undefined) return unavailable(reason);
  const { code = '', statusCode } = error as FastifyError;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, BODY_TOO_LARGE);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const mediaType = request.headers['content-type'];
      return new ApiError(415, mediaType === undefined ? MISSING_CONTENT_TYPE : unsupportedMediaType(mediaType));
    }
  }
  // The database cannot store the value: a character that is not allowed, an instant out of its range.
  if (/^22/.test(code)) return new ApiError(400, 'The request contains a value that is out of range.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError(statusCode, error.message);
  return new ApiError(500, 'The service failed. The log has details under the X-Request-Id of this response.');
}
