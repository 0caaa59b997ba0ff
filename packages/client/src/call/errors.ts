import type { ApiErrorBody, ErrorReason } from '../generated/operations.schemas.ts';
import { retryAfterSeconds } from './headers.ts';
import type { ApiResponse, RawResponse } from './response.ts';

/** Base class of the errors of this package. */
class CallError extends Error {
  /** The `operationId` of the called operation. */
  declare readonly operation: string;
  /** Identifies the run, scan or export that a function waited for; `undefined` for errors of other calls. */
  declare readonly resourceId?: string;

  /** Called by the client. The properties of `details` become properties of the error. */
  constructor(operation: string, message: string, details?: object) {
    super(message, details);
    Object.assign(this, details, { operation });
  }
}

/** Base class of errors with a response. */
export class ResponseError<Status extends number> extends CallError {
  /** HTTP status, 200 to 599. */
  declare readonly status: Status;
  /** The body as it was received, before any decoding. */
  declare readonly text: string;
  /** Headers of the response. */
  declare readonly headers: Headers;
  /** `X-Request-Id` of the response, by which the service identifies the request. */
  declare readonly requestId: string | undefined;

  /**
   * Called by the client.
   *
   * @param details additional properties of the error.
   */
  constructor(operation: string, response: RawResponse<Status>, message: string, details?: object) {
    super(operation, message, {
      ...response,
      requestId: response.headers.get('x-request-id') || undefined,
      ...details,
    });
  }
}

/**
 * The service, or a gateway in front of it, responded with a status other than a declared success.
 *
 * `body` has its declared type after the operation's check: `if (getRule.isError(error) && error.status === 404)`.
 */
export class ApiError<Status extends number = number, Body = unknown> extends ResponseError<Status> {
  override readonly name: string = 'ApiError';
  /** `code` of the error body; `undefined` when there is none, for example in a response of a gateway. */
  declare readonly code: number | undefined;
  /**
   * `reason` of the error body, for use in programs; `undefined` when there is none. A newer service may send reasons
   * that this type doesn't contain yet.
   */
  declare readonly reason: ErrorReason | undefined;
  /** The JSON body; `undefined` when the body isn't JSON. */
  declare readonly body: Body;
  /** Time to wait before a retry, in seconds: `Retry-After`, which may be a number or a date. */
  declare readonly retryAfter: number | undefined;

  /** Called by the client. `message` comes from the error body, otherwise it contains the status. */
  constructor(operation: string, { data, ...response }: ApiResponse<Status, Body>) {
    // A gateway may send anything in these properties.
    const { code, message, reason } = (data ?? {}) as { [Name in keyof ApiErrorBody]?: unknown };
    super(operation, response, (typeof message === 'string' && message) || `${operation}: status ${response.status}`, {
      code: typeof code === 'number' ? code : undefined,
      reason: typeof reason === 'string' ? reason : undefined,
      body: data,
      retryAfter: retryAfterSeconds(response.headers),
    });
  }
}

/**
 * The response has a declared success status, but its body is not the declared JSON or text: truncated, HTML, empty. `message`
 * shows its first 200 characters.
 */
export class DecodeError extends ResponseError<number> {
  override readonly name: string = 'DecodeError';

  /** Called by the client. */
  constructor(operation: string, response: RawResponse) {
    super(
      operation,
      response,
      `${operation}: status ${response.status}, but not JSON: ${JSON.stringify(response.text.slice(0, 200))}`,
    );
  }
}

/** The connection failed before or during the response. `cause` is the error of `fetch`. */
export class ConnectionError extends CallError {
  override readonly name: string = 'ConnectionError';
}

/** The response was not complete within the timeouts. A call that your signal aborts rejects with the signal's reason instead. */
export class TimeoutError extends CallError {
  override readonly name: string = 'TimeoutError';
}

/**
 * Returns whether a value is an {@link ApiError}, even from another copy of this package, unlike `instanceof`.
 *
 * @example
 * try {
 *   await getRule(client, { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 * } catch (error) {
 *   if (isApiError(error)) console.log(error.status, error.requestId);
 *   else throw error;
 * }
 */
export function isApiError(error: unknown): error is ApiError {
  return isNamed(error, 'ApiError');
}

/**
 * Returns whether a value is a {@link DecodeError}, even from another copy of this package.
 *
 * @example
 * try {
 *   await getRule(client, { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 * } catch (error) {
 *   if (isDecodeError(error)) console.log(error.status, error.text);
 *   else throw error;
 * }
 */
export function isDecodeError(error: unknown): error is DecodeError {
  return isNamed(error, 'DecodeError');
}

/**
 * Returns whether a value is a {@link ConnectionError}, even from another copy of this package.
 *
 * @example
 * try {
 *   await getRule(client, { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 * } catch (error) {
 *   if (isConnectionError(error)) console.log(error.message, error.cause);
 *   else throw error;
 * }
 */
export function isConnectionError(error: unknown): error is ConnectionError {
  return isNamed(error, 'ConnectionError');
}

/**
 * Returns whether a value is a {@link TimeoutError}, even from another copy of this package, but not the reason of an
 * `AbortSignal.timeout`, which has the same name.
 *
 * @example
 * try {
 *   await getRule(client, { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' });
 * } catch (error) {
 *   if (isTimeoutError(error)) console.log(error.operation);
 *   else throw error;
 * }
 */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return isNamed(error, 'TimeoutError');
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name && 'operation' in error;
}
