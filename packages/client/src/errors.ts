import type { Answer, Reply } from './runtime/reply.js';

/** What is common to the errors that come with an answer. */
class AnswerError<Status extends number> extends Error {
  /** Id of the operation that was called. */
  readonly operation: string;
  /** HTTP status, 200 to 599. */
  readonly status: Status;
  /** The body as it arrived, before any decoding. */
  readonly text: string;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** `X-Request-Id` of the answer: the name under which the service knows this request. */
  readonly requestId: string | undefined;

  constructor(operation: string, { status, text, headers }: Answer<Status>, message: string) {
    super(message);
    this.operation = operation;
    this.status = status;
    this.text = text;
    this.headers = headers;
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
  readonly code: number | undefined;
  /**
   * For a declared status the JSON body, or `undefined` when the answer carries something else. For any other status
   * what arrived: JSON by its content type, otherwise text, `undefined` when empty.
   */
  readonly body: Body;
  /** How long to wait before the next try, in seconds (`Retry-After`, given as a number or a date). */
  readonly retryAfter: number | undefined;

  /** Made by the runtime; `message` is the one of the error body, or else names the status. */
  constructor(operation: string, reply: Reply<Status, Body>) {
    const { code, message } = (reply.data ?? {}) as { code?: unknown; message?: unknown };
    super(operation, reply, typeof message === 'string' ? message : `${operation}: status ${reply.status}`);
    this.code = typeof code === 'number' ? code : undefined;
    this.body = reply.data;
    this.retryAfter = secondsUntil(reply.headers.get('retry-after'));
  }
}

/** The answer has a declared success status, but its body is not the declared JSON: truncated, HTML, empty. */
export class DecodeError extends AnswerError<number> {
  override readonly name: string = 'DecodeError';

  /** Made by the runtime; `message` shows the first 200 characters of the body. */
  constructor(operation: string, answer: Answer) {
    const start = JSON.stringify(answer.text.slice(0, 200));
    super(operation, answer, `${operation}: status ${answer.status} with a body that is not JSON: ${start}`);
  }
}

/** No answer, or only the begin of one: the network failed. What failed is the `cause`. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  /** Id of the operation that was called. */
  readonly operation: string;

  /** Made by the runtime; `message` tells the system's reason, such as `ECONNREFUSED`. */
  constructor(operation: string, problem: string, cause: unknown) {
    super(`${operation}: ${problem} (${reasonOf(cause)})`, { cause });
    this.operation = operation;
  }
}

/** Whether `error` is an {@link ApiError}; also true for one of another copy of this package, unlike `instanceof`. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Whether `error` is a {@link DecodeError}; also true for one of another copy of this package. */
export function isDecodeError(error: unknown): error is DecodeError {
  return error instanceof Error && error.name === 'DecodeError';
}

/** Whether `error` is a {@link ConnectionError}; also true for one of another copy of this package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return error instanceof Error && error.name === 'ConnectionError';
}

function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** `fetch` says no more than that it failed; the reason is in the cause. */
function reasonOf(error: unknown): string {
  const { cause = error } = (error ?? {}) as { cause?: unknown };
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
}
