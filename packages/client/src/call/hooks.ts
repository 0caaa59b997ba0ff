import type { HeaderValues } from './headers.ts';
import type { RawResponse } from './response.ts';

/** One attempt of a call. It has no headers, so that no token reaches a log through a hook. */
export interface Attempt {
  /** The `operationId` of the called operation. */
  readonly operation: string;
  /** HTTP method, in uppercase. */
  readonly method: string;
  /** URL with path and query. */
  readonly url: string;
  /** Number of this attempt within its call, from 1. */
  readonly number: number;
}

/** A retry, before its delay. */
export interface ScheduledRetry {
  /** Time until the next attempt, in milliseconds. */
  readonly delay: number;
  /** The response that caused the retry, or the `ConnectionError` or `TimeoutError`. */
  readonly cause: RawResponse | Error;
}

/** Functions that observe the attempts of all calls. A call waits for its hooks and rejects with what they throw. */
export interface Hooks {
  /** Called before each attempt; the headers that it returns are also sent, such as a `traceparent`. */
  readonly request?: ((attempt: Attempt) => HeaderValues | undefined | Promise<HeaderValues | undefined>) | undefined;
  /** Called after each attempt that has a response, of any status. */
  readonly response?: ((attempt: Attempt, response: RawResponse) => void | Promise<void>) | undefined;
  /**
   * Called once at the end of each attempt, including the last one and those without a response, with what the attempt ended
   * with: the response, the `ConnectionError` or `TimeoutError`, the reason of the signal, or what the token function or another
   * hook threw. A call waits for it, regardless of its timeouts.
   */
  readonly end?: ((attempt: Attempt, outcome: RawResponse | Error) => void | Promise<void>) | undefined;
  /** Called before the delay of a retry. */
  readonly retry?: ((attempt: Attempt, retry: ScheduledRetry) => void | Promise<void>) | undefined;
}
