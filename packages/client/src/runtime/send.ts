import type { CallOptions, ClientOptions } from '../client.js';
import { ConnectionError, TimeoutError } from '../errors.js';
import { addHeaders, type HeaderValues } from './headers.js';
import type { OperationMetadata } from './metadata.js';
import type { Answer } from './reply.js';
import { type RetryOptions, retryDelay } from './retry.js';
import { watch } from './timers.js';

/**
 * The API key, without `Bearer`, or a function that gives it and is called for every request. After an answer of 401 the
 * function is called once more, with the token that was refused, and the request is repeated with what it gives.
 */
export type Token = string | ((refused?: string) => string | Promise<string>);

/** The part of `fetch` that a client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Sends a request as often as need be and reads the answer.
 *
 * @param url with path and query.
 * @param headers that follow from the parameters; with an idempotency key among them it may be sent again.
 * @param body encoded.
 */
export type Send = (
  operation: OperationMetadata,
  url: string,
  headers: HeaderValues,
  body: string | null,
  options: CallOptions,
) => Promise<Answer>;

/** Name of the header under which the service knows that a request has come again. */
export const idempotencyKey = 'Idempotency-Key';

/** Makes the function that sends the requests of a client, which has these headers and settings. */
export function sender(
  shared: HeaderValues,
  { token, fetch, hooks = {}, ...defaults }: Omit<ClientOptions, 'baseUrl'>,
): Send {
  return async ({ id, method }, url, headers, body, options) => {
    const { signal } = options;
    const deadline = Date.now() + (options.totalTimeout ?? defaults.totalTimeout ?? Infinity);
    const retry: RetryOptions | false = options.retry ?? defaults.retry ?? {};
    // Of the methods only POST and PATCH are not idempotent.
    let count = !retry || (/^P[OA]/.test(method) && !headers[idempotencyKey]) ? 0 : (retry.count ?? 2);
    let refused: string | undefined;
    let renewable = typeof token === 'function';
    for (let number = 1; ; number += 1) {
      const attempt = { operation: id, method, url, number };
      const bearer = typeof token === 'function' ? await token(refused) : token;
      const all = { ...shared } as Record<string, string>;
      const authorization = bearer ? `Bearer ${bearer}` : undefined;
      for (const some of [
        { authorization },
        headers,
        hooks.request && (await hooks.request(attempt)),
        options.headers,
      ]) {
        addHeaders(all, id, some);
      }

      signal?.throwIfAborted();
      const controller = new AbortController();
      const timeout = Math.min(options.timeout ?? defaults.timeout ?? 30_000, deadline - Date.now());
      const stop = watch(timeout, signal, () => controller.abort());
      let problem = 'no';
      let answer: Answer | undefined;
      let error: unknown;
      try {
        const init = { method, headers: all, body, signal: controller.signal };
        const response = await (fetch ?? globalThis.fetch)(url, init);
        problem = 'broken';
        answer = { status: response.status, text: await response.text(), headers: response.headers };
      } catch (cause) {
        signal?.throwIfAborted();
        const late = controller.signal.aborted;
        // The error of `fetch` only says that it failed, its cause says why.
        const reason = ((cause as Error | undefined)?.cause ?? cause) as
          | { code?: string; message?: string }
          | undefined;
        const message = late ? 'time-out' : (reason?.code ?? reason?.message ?? reason);
        error = new (late ? TimeoutError : ConnectionError)(id, `${id}: ${problem} answer from ${url} (${message})`, {
          cause,
        });
      } finally {
        stop();
      }

      if (answer) {
        await hooks.response?.(attempt, answer);
        if (renewable && answer.status === 401) {
          renewable = false;
          refused = bearer;
          count += 1;
          continue;
        }
        if (!/408|429|50[234]/.test(`${answer.status}`)) return answer;
      }
      const delay = retryDelay(retry || {}, number, answer?.headers);
      if (number > count || Date.now() + delay >= deadline) {
        if (answer) return answer;
        throw error;
      }
      await hooks.retry?.(attempt, { delay, cause: answer ?? (error as Error) });
      await new Promise<void>((resolve) => watch(delay, signal, resolve));
    }
  };
}
