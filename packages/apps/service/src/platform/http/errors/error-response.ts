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

/** When to repeat a write that took too long, in seconds: it has waited for others, who need as long as it may wait by default. */
const LOCKED_RETRY_SECONDS = 30;

/** Sends the response to an error. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = toApiError(error, request);
  if (status >= 500) request.log.error(error);
  reply
    .code(status)
    .headers(headers)
    // Fastify's own errors pass no hook.
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json')
    .serializer(JSON.stringify)
    .send(body);
}

/** Returns the response to an error. It repeats nothing of an internal error. */
function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  // The client has gone while it sent its body, and reads no response: this is for logs and metrics, where it is no failure of the service.
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
  // The database cannot store the value: a character that is not allowed, a timestamp out of its range.
  if (/^22/.test(code)) return unsupportedValue(request);
  // What is left of Fastify's own errors: the URL or a length in the headers is malformed or too long.
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
 * Returns the error of a request that reads more than the database can in its time. The same request would take as long again, so that the
 * response must not invite clients to repeat it: 503 would.
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

/** Returns the error of a request with a value that the database cannot store. The search for it costs only such requests. */
function unsupportedValue({ params, query, body }: FastifyRequest): ApiError {
  const details = {
    ...findUnsupportedParameters(params as object, 'path'),
    ...findUnsupportedParameters(query as object, 'query'),
  };
  if (Object.keys(details).length > 0) return invalidRequest('invalid_parameter', details);
  // A body with such a value was rejected when it was parsed.
  const reason = body === undefined ? 'invalid_parameter' : 'invalid_body';
  return new ApiError(400, reason, 'The request contains a value that is out of range.');
}
