import { ConnectionError, TimeoutError } from './errors.ts';
import { bearerHeader, type HeaderValues, mergeHeaders } from './headers.ts';
import type { Attempt, Hooks } from './hooks.ts';
import type { OperationMetadata } from './metadata.ts';
import type { OperationRequest } from './operation-request.ts';
import type { CallOptions, Token } from './options.ts';
import type { RawResponse } from './response.ts';
import { retryDelay } from './retry.ts';
import { readSettings, type Settings } from './settings.ts';
import { callAfter } from './timers.ts';

/**
 * Sends the request of an operation, with retries, and resolves to the last response, regardless of its status.
 *
 * @throws TypeError, ConnectionError, TimeoutError, or the reason of the signal.
 */
export type Send = (
  operation: OperationMetadata,
  request: OperationRequest,
  options: CallOptions,
) => Promise<RawResponse>;

/** Why `fetch` failed: an error of the platform. */
type Reason = { code?: unknown; message?: unknown } | undefined;

/** What an attempt ends with. */
type Outcome = RawResponse | Error;

/** Settles the promise of an attempt. */
type Executor = ConstructorParameters<typeof Promise<RawResponse>>[0];

/**
 * Creates the function that sends the requests of a client. An attempt is a race with its timeout and the signal, because the token
 * function, a hook and even `fetch` may never settle. It settles its promise itself: one whose `then` settles another one takes longer.
 *
 * `received` is the part of the response before a failure, empty while nothing is sent or received. The error of `fetch` only reports that
 * it failed; the cause of the error explains why.
 *
 * @param token its function, if it is one: a token that is a string is one of the headers.
 * @param clientHeaders headers of every request, by lowercase name.
 * @param defaults apply where the options of a call are undefined.
 * @param hooks observe every attempt.
 */
export function createSend(
  token: Token | undefined,
  clientHeaders: HeaderValues,
  defaults: Settings,
  hooks: Hooks,
): Send {
  return async ({ id, method }, { url, headers: encodedHeaders, isRepeatable = true, ...init }, options) => {
    const { signal } = options;
    const settings = readSettings(id, options, defaults);
    const deadline = performance.now() + settings.totalTimeout;
    let bearer: string | undefined, rejectedToken: string | undefined;
    let outcome!: Outcome, cancelTimer: (() => void) | undefined;

    for (let number = 0; ; ) {
      const attempt: Attempt = { operation: id, method, url, number: ++number };
      const controller = new AbortController();
      let received = '';

      const send: Executor = async (resolve, reject) => {
        try {
          cancelTimer = callAfter(Math.min(settings.timeout, deadline - performance.now()), signal, () => {
            controller.abort(signal?.reason);
            reject(controller.signal.reason);
          });
          if (typeof token === 'function') bearer = await token(rejectedToken);
          const headers = {
            ...clientHeaders,
            ...encodedHeaders,
            ...mergeHeaders(id, bearerHeader(bearer), await hooks.request?.(attempt), options.headers),
          };
          received = 'no';
          const response = await (settings.fetch ?? fetch)(url, {
            ...init,
            ...settings.fetchOptions,
            method,
            headers,
            signal: controller.signal,
          } as RequestInit);
          init.check?.(response);
          received = 'incomplete';
          const raw = { status: response.status, text: await response.text(), headers: response.headers };
          received = '';
          await hooks.response?.(attempt, raw);
          resolve(raw);
        } catch (error) {
          reject(error);
        }
      };

      signal?.throwIfAborted();
      try {
        outcome = await new Promise(send);
      } catch (error) {
        outcome = error as Error;
        const timedOut = controller.signal.aborted;
        if (signal?.aborted || !(timedOut || received)) throw error;
        const reason = (timedOut ? 'timeout' : ((error as Error | undefined)?.cause ?? error)) as Reason;
        outcome = new (timedOut ? TimeoutError : ConnectionError)(
          id,
          `${id}: ${received || 'no'} response from ${url} (${reason?.code ?? reason?.message ?? reason})`,
          { cause: error },
        );
        // Another attempt would be redirected again. This is also in the messages about too many redirects.
        isRepeatable &&= !/redirect/.test(reason?.message as string);
      } finally {
        cancelTimer?.();
        await hooks.end?.(attempt, outcome);
      }

      const status = (outcome as RawResponse).status as number | undefined;
      if ((status as number) < 400) return outcome as RawResponse;
      // Not a retry: the service has not processed the request. Only a token of a function is in `bearer`.
      if (status === 401 && bearer && !rejectedToken) {
        rejectedToken = bearer;
      } else {
        const delay = retryDelay(settings, isRepeatable, number - +!!rejectedToken, outcome as Partial<RawResponse>);
        const isInTime = () => performance.now() + delay < deadline;
        if (isInTime()) await hooks.retry?.(attempt, { delay, cause: outcome });
        // The hook may take longer than the call may.
        if (isInTime()) {
          await new Promise<void>((resolve) => {
            cancelTimer = callAfter(delay, signal, resolve);
          });
          cancelTimer?.();
        } else if (status) return outcome as RawResponse;
        else throw outcome;
      }
    }
  };
}
