/**
 * Errors: {@link ApiError} becomes a response to the client; all others are reported to the user who starts the mock.
 */
import type { ApiErrorBody, ErrorReason } from '@aispm/types';
import {
  clip,
  invalidRequest,
  MAX_DETAILS,
  MISSING_CONTENT_TYPE,
  notAcceptable,
  REQUIRED,
  receivedValue,
  toErrorLocation,
  unsupportedMediaType,
} from '../bundled/openapi.ts';

/** The media types that operations without a body accept: their body is ignored. */
export const JSON_MEDIA_TYPE = 'application/json';

/** A violation in a request: its location (`query/page_size`, `body/config/threshold`) and a message about it. */
export interface ErrorDetail {
  location: string;
  message: string;
}

/** What an error response contains in addition to its status, reason and message. */
export interface ApiErrorOptions {
  /** What to change in the request. */
  details?: ErrorDetail[];
  /** Additional headers of the response; names in lowercase. */
  headers?: Record<string, string>;
}

/** An error response. Any step that handles a request can throw it; the client receives `{code, message, reason}`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly reason: ErrorReason | undefined;
  readonly options: ApiErrorOptions;

  /**
   * @param status HTTP status, 400..599; repeated in the body as `code`
   * @param reason undefined only for a preferred error that the contract doesn't describe
   * @param message one or two sentences: the problem and, if it isn't obvious, the remedy
   */
  constructor(status: number, reason: ErrorReason | undefined, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.options = options;
  }

  /** The body of the response, as the contract defines it. */
  get body(): ApiErrorBody {
    const { details = [] } = this.options;
    return {
      code: this.status,
      message: clip(this.message),
      ...(this.reason !== undefined && { reason: this.reason }),
      ...(details.length > 0 && { details: groupByLocation(details) }),
    };
  }
}

/**
 * Creates the 400 that describes violations in a request.
 *
 * @param reason default: depends on the location of the first violation
 */
export function invalidRequestError(details: ErrorDetail[], reason?: ErrorReason): ApiError {
  const isInBody = details[0]?.location.startsWith('body');
  const options = { details: details.slice(0, MAX_DETAILS) };
  return new ApiError(
    400,
    reason ?? (isInBody ? 'invalid_body' : 'invalid_parameter'),
    invalidRequest(details),
    options,
  );
}

/**
 * Creates the 415 for a body of another media type.
 *
 * @param mediaType the body's media type; undefined when the request doesn't specify it
 * @param accepted the media types that the operation accepts
 */
export function unsupportedMediaTypeError(
  mediaType: string | undefined,
  accepted: readonly string[] = [JSON_MEDIA_TYPE],
): ApiError {
  const message = mediaType === undefined ? MISSING_CONTENT_TYPE : unsupportedMediaType(mediaType, accepted);
  const detail = mediaType === undefined ? REQUIRED : `must be ${accepted.join(' or ')}${receivedValue(mediaType)}`;
  const details = [{ location: 'header/Content-Type', message: detail }];
  return new ApiError(415, 'unsupported_media_type', message, { details });
}

/**
 * Creates the 405 for a method that a path doesn't support.
 *
 * @param allowed the methods that it supports
 */
export function methodNotAllowedError(path: string, method: string, allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError(405, 'method_not_allowed', `${path} does not support ${method}, only ${allow}.`, {
    headers: { allow },
  });
}

/** Creates the 406 for a client that accepts none of the media types of the response. */
export function notAcceptableError(accept: string, offered: readonly string[]): ApiError {
  const detail = `must allow ${offered.join(' or ')}${receivedValue(accept)}`;
  const details = [{ location: 'header/Accept', message: detail }];
  return new ApiError(406, 'not_acceptable', notAcceptable(accept, offered), { details });
}

/** Messages by location; messages for the same location are joined. */
function groupByLocation(details: ErrorDetail[]): Record<string, string> {
  const messages: Record<string, string[]> = {};
  for (const { location, message } of details) {
    const key = toErrorLocation(location);
    const known = messages[key] ?? [];
    if (!known.includes(message)) messages[key] = [...known, message];
  }
  return Object.fromEntries(Object.entries(messages).map(([key, all]) => [key, clip(all.join('; '))]));
}

/** The mock drops the connection instead of sending a response, because of chaos. */
export class ConnectionDropped extends Error {
  override name = 'ConnectionDropped';
}

/** The contract can't be used: it is missing, can't be parsed or is invalid. The message is one line. */
export class ContractError extends Error {
  override name = 'ContractError';
}

/** An option of the mock has an invalid value. The message is one line. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** The tokens can't be used: their file is missing, can't be parsed or has the wrong structure. The message is one line. */
export class TokensError extends Error {
  override name = 'TokensError';
}

/** The server can't listen, for example because the port is in use. The message is one line. */
export class ListenError extends Error {
  override name = 'ListenError';
}
