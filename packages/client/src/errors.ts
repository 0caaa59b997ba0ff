import { retryAfterSeconds } from './runtime/headers.js';
import type { Answer, Reply } from './runtime/reply.js';

/** What is common to all errors of this package. */
class CallError extends Error {
  /** Id of the operation that was called. */
  declare readonly operation: string;

  /** Made by the runtime. */
  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }
}

/** What is common to the errors that come with an answer. */
export class AnswerError<Status extends number> extends CallError {
  /** HTTP status, 200 to 599. */
  declare readonly status: Status;
  /** The body as it arrived, before any decoding. */
  declare readonly text: string;
  /** Headers of the answer. */
  declare readonly headers: Headers;
  /** `X-Request-Id` of the answer: the name under which the service knows this request. */
  declare readonly requestId: string | undefined;

  /** Made by the runtime. */
  constructor(operation: string, { status, text, headers }: Answer<Status>, message: string) {
    super(operation, message);
    Object.assign(this, { status, text, headers });
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/**
 * The service, or something before it, answered with a status other than a declared success.
 *
 * `body` has its declared type after the operation's own check: `if (getRule.isError(error) && error.status === 404)`.
 */
export class ApiError<Status extends number = number, Body = unknown> extends AnswerError<Status> {
  override readonly name: string = 'ApiError';
  /** `code` of the error body; `undefined` when there is none, as with an answer of a gateway. */
  declare readonly code: number | undefined;
  /**
   * For a declared status the JSON body, or `undefined` when the answer carries something else. For any other status
   * what arrived: JSON by its content type, otherwise text, `undefined` when empty.
   */
  declare readonly body: Body;
  /** How long to wait before the next try, in seconds (`Retry-After`, given as a number or a date). */
  declare readonly retryAfter: number | undefined;

  /** Made by the runtime; `message` is the one of the error body, or else names the status. */
  constructor(operation: string, reply: Reply<Status, Body>) {
    const { code, message } = (reply.data ?? {}) as { code?: unknown; message?: string };
    super(operation, reply, message ?? `${operation}: status ${reply.status}`);
    this.code = typeof code === 'number' ? code : undefined;
    this.body = reply.data;
    this.retryAfter = retryAfterSeconds(reply.headers);
  }
}

/**
 * The answer has a declared success status, but its body is not the declared JSON: truncated, HTML, empty. `message` shows
 * the first 200 characters of it.
 */
export class DecodeError extends AnswerError<number> {
  override readonly name: string = 'DecodeError';

  /** Made by the runtime. */
  constructor(operation: string, answer: Answer) {
    const start = JSON.stringify(answer.text.slice(0, 200));
    super(operation, answer, `${operation}: status ${answer.status} with a body that is not JSON: ${start}`);
  }
}

/** No answer, or only the beginning of one: the network failed. What failed is the `cause`. */
export class ConnectionError extends CallError {
  override readonly name: string = 'ConnectionError';
}

/** No whole answer in the time that the options allow. Unlike this, an abort by your own signal has its own reason. */
export class TimeoutError extends CallError {
  override readonly name: string = 'TimeoutError';
}

/**
 * Whether `error` is an {@link ApiError}; also true for one of another copy of this package, unlike `instanceof`.
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
  return isCalled(error, 'ApiError');
}

/**
 * Whether `error` is a {@link DecodeError}; also true for one of another copy of this package.
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
  return isCalled(error, 'DecodeError');
}

/**
 * Whether `error` is a {@link ConnectionError}; also true for one of another copy of this package.
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
  return isCalled(error, 'ConnectionError');
}

/**
 * Whether `error` is a {@link TimeoutError}; also true for one of another copy of this package, but not for the reason of
 * an `AbortSignal.timeout`, which has the same name.
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
  return isCalled(error, 'TimeoutError');
}

function isCalled(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name && 'operation' in error;
}
