import type { HeaderValues } from './runtime/headers.js';
import type { Answer } from './runtime/reply.js';

/** One try of a call. It never holds headers, so that no token gets from here into a log. */
export interface Attempt {
  /** Id of the operation that was called. */
  readonly operation: string;
  /** HTTP method, in capital letters. */
  readonly method: string;
  /** Address with path and query. */
  readonly url: string;
  /** Which try of this call it is, from 1. */
  readonly number: number;
}

/** Why there is another try, and when. */
export interface RetryReason {
  /** Wait until then, in milliseconds. */
  readonly delay: number;
  /** The answer that may pass, or the `ConnectionError` or `TimeoutError` that is in the way of one. */
  readonly cause: Answer | Error;
}

/** What is called on the way of a request. A call waits for its hooks and rejects with what they throw. */
export interface Hooks {
  /** Before each try; the headers that it returns are sent too, such as a `traceparent`. */
  readonly request?: ((attempt: Attempt) => HeaderValues | undefined | Promise<HeaderValues | undefined>) | undefined;
  /** After each try that has an answer, of any status. */
  readonly response?: ((attempt: Attempt, answer: Answer) => void | Promise<void>) | undefined;
  /** Before the wait for another try. */
  readonly retry?: ((attempt: Attempt, reason: RetryReason) => void | Promise<void>) | undefined;
}
