import { ConnectionError, TimeoutError } from '../errors.ts';
import type { Attempt } from '../hooks.ts';
import type { CallOptions, ClientOptions } from '../options.ts';
import { mergeHeaders } from './headers.ts';
import type { OperationMetadata } from './metadata.ts';
import type { OperationRequest } from './operation-request.ts';
import type { RawResponse } from './response.ts';
import { retryDelay } from './retry.ts';
import { readSettings } from './settings.ts';
import { callAfter } from './timers.ts';

/**
 * Sends the request of an operation, with retries, and resolves to the last response, whatever its status.
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

/** The options of a client that its requests depend on. */
type SendOptions = Omit<ClientOptions, 'baseUrl'>;

/** Creates the function that sends the requests of a client. */
export function createSend({ token, headers: clientHeaders, hooks = {}, ...clientOptions }: SendOptions): Send {
  const validClientHeaders = mergeHeaders('createClient', clientHeaders);
  const defaults = readSettings('createClient', clientOptions);

  return async ({ id, method }, { url, headers: encodedHeaders, body, isRepeatable = true }, options) => {
    const { signal } = options;
    const settings = readSettings(id, options, defaults);
    const deadline = Date.now() + settings.totalTimeout;
    let rejectedToken: string | undefined;
    let renewals = 0;

    for (let number = 1; ; number += 1) {
      const attempt: Attempt = { operation: id, method, url, number };
      const controller = new AbortController();
      let bearer: string | undefined;
      let isSending: boolean | undefined;
      let response!: Response;
      let outcome!: RawResponse | Error;
      let cancelTimer!: () => void;

      const send = async (): Promise<RawResponse> => {
        bearer = typeof token === 'function' ? await token(rejectedToken) : token;
        const authorization = bearer ? `Bearer ${bearer}` : undefined;
        const headers = {
          ...validClientHeaders,
          ...encodedHeaders,
          ...mergeHeaders(id, { authorization }, hooks.request && (await hooks.request(attempt)), options.headers),
        };
        isSending = true;
        response = await (settings.fetch ?? fetch)(url, {
          ...settings.fetchOptions,
          method,
          headers,
          body,
          signal: controller.signal,
        } as RequestInit);
        const received = { status: response.status, text: await response.text(), headers: response.headers };
        isSending = false;
        if (hooks.response) await hooks.response(attempt, received);
        return received;
      };

      signal?.throwIfAborted();
      try {
        // A race, because the token function, a hook and even `fetch` may never settle.
        outcome = await new Promise((resolve, reject) => {
          cancelTimer = callAfter(Math.min(settings.timeout, deadline - Date.now()), signal, () => {
            controller.abort(signal?.reason);
            reject(controller.signal.reason);
          });
          send().then(resolve, reject);
        });
      } catch (error) {
        outcome = error as Error;
        const timedOut = controller.signal.aborted;
        if (signal?.aborted || !(timedOut || isSending)) throw error;
        // The error of `fetch` says only that it failed; the cause of the error says why.
        const reason = (timedOut ? 'timeout' : ((error as Error | undefined)?.cause ?? error)) as Reason;
        outcome = new (timedOut ? TimeoutError : ConnectionError)(
          id,
          `${id}: ${response ? 'incomplete' : 'no'} response from ${url} (${reason?.code ?? reason?.message ?? reason})`,
          { cause: error },
        );
      } finally {
        cancelTimer();
        if (hooks.end) await hooks.end(attempt, outcome);
      }

      const { status } = outcome as Partial<RawResponse>;
      // Not a retry: the service has not processed the request. A token that is not the option comes from a function.
      if (status === 401 && bearer !== token && !renewals) {
        renewals = 1;
        rejectedToken = bearer;
      } else {
        const delay = retryDelay(settings, isRepeatable, number - renewals, outcome as Partial<RawResponse>);
        if (Date.now() + delay < deadline) {
          await hooks.retry?.(attempt, { delay, cause: outcome });
          await new Promise<void>((resolve) => callAfter(delay, signal, resolve));
        } else if (status) return outcome as RawResponse;
        else throw outcome;
      }
    }
  };
}
