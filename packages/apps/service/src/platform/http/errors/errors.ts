/** Error responses, as the contract defines them: `{code, message, reason, details?}`. */
import {
  clip,
  invalidRequest as invalidRequestMessage,
  toErrorLocation,
  unprocessableRequest as unprocessableRequestMessage,
} from '@aispm/openapi';
import type { ApiErrorBody, ErrorReason } from '@aispm/types';

/** Messages by location: `query/page_size`, `body/config/threshold`. */
export type ErrorDetails = Readonly<Record<string, string>>;

/** An error response, thrown anywhere while a request is handled. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly reason: ErrorReason;
  readonly details: ErrorDetails;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status HTTP status, 400..599; repeated in the body as `code`
   * @param reason machine-readable reason; must be defined by the contract to compile
   * @param message the problem and, unless it's obvious, the remedy
   * @param details only with 400 and 422
   */
  constructor(
    status: number,
    reason: ErrorReason,
    message: string,
    details: ErrorDetails = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.headers = headers;
  }

  get body(): ApiErrorBody {
    const details = Object.entries(this.details).map(([location, message]) => [
      toErrorLocation(location),
      clip(message),
    ]);
    return {
      code: this.status,
      message: clip(this.message),
      reason: this.reason,
      ...(details.length > 0 && { details: Object.fromEntries(details) }),
    };
  }
}

/** Returns the 400 for a request that violates the contract. */
export function invalidRequest(reason: ErrorReason, details: ErrorDetails): ApiError {
  return new ApiError(400, reason, invalidRequestMessage(toList(details)), details);
}

/** Returns the 422 for a request that is well-formed, but references something unknown or breaks a rule. */
export function unprocessable(reason: ErrorReason, details: ErrorDetails): ApiError {
  return new ApiError(422, reason, unprocessableRequestMessage(toList(details)), details);
}

/** Returns the 404 for a record that isn't in the workspace. The message is the same if another workspace has it. */
export function notFound(): ApiError {
  return new ApiError(404, 'not_found', 'There is no such record in this workspace.');
}

/**
 * Returns the 503 for a request that may succeed later.
 *
 * @param problem a clause without a period
 * @param seconds when to retry
 */
export function unavailable(problem: string, seconds = 1): ApiError {
  const message = `${problem}. Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new ApiError(503, 'unavailable', message, {}, { 'retry-after': String(seconds) });
}

function toList(details: ErrorDetails): { location: string; message: string }[] {
  return Object.entries(details).map(([location, message]) => ({ location, message }));
}
