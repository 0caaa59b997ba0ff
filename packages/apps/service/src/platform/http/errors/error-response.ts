/** Converts errors to responses. */
import {
  findUnsupportedParameters,
  MISSING_CONTENT_TYPE,
  REQUIRED,
  receivedValue,
  unsupportedMediaType,
} from '@aispm/openapi';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { findUnavailability, isStatementTimeout } from '../../database/drivers/unavailable.ts';
import { ApiError, invalidRequest, unavailable } from './errors.ts';

/** When to retry a write that took too long, in seconds: it waited for others, which take up to the default timeout. */
const LOCKED_RETRY_SECONDS = 30;

/** Sends the response to an error. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = toApiError(error, request);
  if (status >= 500) request.log.error(error);
  reply
    .code(status)
    .headers(headers)
    // Fastify's own errors don't run hooks.
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json')
    .serializer(JSON.stringify)
    .send(body);
}

/** Returns the response to an error, which doesn't reveal internal errors. */
function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  // The client disconnected while sending its body, and won't read a response. This is for logs and metrics, where it isn't a
  // failure of the service.
  if (error === request.raw.errored) {
    return new ApiError(400, 'malformed_request', 'The connection ended before the body was complete.');
  }
  if (isStatementTimeout(error) && request.method === 'GET') return tooMuchToRead(request);
  const problem = findUnavailability(error);
  if (problem !== undefined) return unavailable(problem, isStatementTimeout(error) ? LOCKED_RETRY_SECONDS : undefined);
  const { code = '', statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const mediaType = request.headers['content-type'];
    const message = mediaType === undefined ? MISSING_CONTENT_TYPE : unsupportedMediaType(mediaType);
    return new ApiError(415, 'unsupported_media_type', message, {
      'header/Content-Type': mediaType === undefined ? REQUIRED : `must be application/json${receivedValue(mediaType)}`,
    });
  }
  // The database can't store the value: a character that isn't allowed, or a timestamp out of range.
  if (/^22/.test(code)) return unsupportedValue(request);
  // Fastify's remaining errors: the URL or a length in the headers is malformed or too long.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError(statusCode, statusCode === 414 ? 'request_head_too_large' : 'malformed_request', error.message);
  }
  return new ApiError(
    500,
    'internal_error',
    'The service failed. The log has details under the X-Request-Id of this response.',
  );
}

/**
 * Returns the error for a request that reads more than the database can within its timeout. The same request would take as long
 * again, so the response mustn't invite clients to retry, as 503 would.
 */
function tooMuchToRead({ routeOptions, query }: FastifyRequest): ApiError {
  const { parameters = [] } = routeOptions.config.operation ?? {};
  const known = new Set(parameters.map(({ name }) => name));
  const remedies = [
    ...(known.has('start_time') ? ['choose a shorter time window'] : []),
    ...((query as { include_total?: unknown }).include_total === true ? ['leave out include_total'] : []),
    ...(known.has('page_size') ? ['use filters that fewer records match'] : []),
  ];
  const advice = remedies.length > 0 ? ` Do not repeat it unchanged: ${remedies.join(', or ')}.` : '';
  return new ApiError(500, 'internal_error', `The request reads more than the database can in its time.${advice}`);
}

/** Returns the error for a request with a value that the database can't store. Only such requests pay for the search. */
function unsupportedValue({ params, query, body }: FastifyRequest): ApiError {
  const details = {
    ...findUnsupportedParameters(params as object, 'path'),
    ...findUnsupportedParameters(query as object, 'query'),
  };
  if (Object.keys(details).length > 0) return invalidRequest('invalid_parameter', details);
  // A body with such a value is already rejected during parsing.
  const reason = body === undefined ? 'invalid_parameter' : 'invalid_body';
  return new ApiError(400, reason, 'The request contains a value that is out of range.');
}
