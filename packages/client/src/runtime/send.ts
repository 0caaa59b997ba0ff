import type { CallOptions, ClientOptions } from '../client.js';
import { ConnectionError, TimeoutError } from '../errors.js';
import { addHeaders, idempotencyKey } from './headers.js';
import type { OperationMetadata } from './metadata.js';
import type { Answer } from './reply.js';
import { type RetryOptions, retryDelay } from './retry.js';
import { watch } from './timers.js';

/**
 * The API key, without `Bearer`, or a function that gives it and is called for every request. After an answer of 401 the
 * function is called once more, with the token that was refused, and the request is repeated with what it gives. Neither
 * a time-out nor a signal ends the function.
 */
export type Token = string | ((refused?: string) => string | Promise<string>);

/** The part of `fetch` that a client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What the idempotency keys of one client are made of. */
export interface KeySeries {
  /** What no other client has; absent until the first key, and in a page of a browser that cannot make it. */
  prefix?: string | undefined;
  /** How many keys there have been. */
  count?: number;
}

/** A request without what is the same for all requests of a client. */
export interface EncodedRequest {
  /** With path and query. */
  readonly url: string;
  /** Encoded; `null` for none. */
  readonly body: string | null;
}

/**
 * Makes a request from the parameters of a call, and adds the headers that follow from them to an empty object. With an
 * idempotency key among them the request may be sent again.
 */
export type Encode = (headers: Record<string, string>, keys: KeySeries) => EncodedRequest;

/**
 * Sends a request as often as need be and reads the answer.
 *
 * @param encode what it throws, the promise rejects with.
 * @param read turns the last answer into what the promise resolves to, or throws what it rejects with.
 */
export type Send = <Data>(
  operation: OperationMetadata,
  encode: Encode,
  options: CallOptions,
  read: (answer: Answer) => Data,
) => Promise<Data>;

/** Makes the function that sends the requests of a client, which has these headers and settings. */
export function sender(
  shared: Readonly<Record<string, string>>,
  { token, fetch, hooks = {}, ...defaults }: Omit<ClientOptions, 'baseUrl'>,
): Send {
  // Those of the client with the last token, so that a token is checked once and not for every request.
  let common = shared;
  let known: string | undefined;
  const keys: KeySeries = {};
  return async ({ id, method }, encode, options, read) => {
    const headers: Record<string, string> = {};
    const { url, body } = encode(headers, keys);
    const { signal } = options;
    const total = options.totalTimeout ?? defaults.totalTimeout ?? Infinity;
    const deadline = total < Infinity ? Date.now() + total : total;
    const retry: RetryOptions | false = options.retry ?? defaults.retry ?? {};
    // Of the methods only POST and PATCH are not idempotent.
    let count = !retry || (/^P[OA]/.test(method) && !headers[idempotencyKey]) ? 0 : (retry.count ?? 2);
    let refused: string | undefined;
    let renewable = typeof token === 'function';
    for (let number = 1; ; number += 1) {
      const attempt = { operation: id, method, url, number };
      const bearer = typeof token === 'function' ? await token(refused) : token;
      if (bearer !== known) {
        common = { ...shared };
        if (bearer) addHeaders(common, id, { authorization: `Bearer ${bearer}` });
        known = bearer;
      }
      const all = { ...common, ...headers };
      if (hooks.request) addHeaders(all, id, await hooks.request(attempt));
      addHeaders(all, id, options.headers);

      signal?.throwIfAborted();
      const controller = new AbortController();
      const timeout = options.timeout ?? defaults.timeout ?? 30_000;
      const stop = watch(Math.min(timeout, deadline - Date.now()), signal, () => controller.abort());
      let response: Response | undefined;
      let answer: Answer | undefined;
      let outcome: Answer | Error;
      try {
        response = await (fetch ?? globalThis.fetch)(url, { method, headers: all, body, signal: controller.signal });
        outcome = answer = { status: response.status, text: await response.text(), headers: response.headers };
      } catch (cause) {
        signal?.throwIfAborted();
        const late = controller.signal.aborted;
        // The error of `fetch` only says that it failed, its cause says why.
        const reason = ((cause as Error | undefined)?.cause ?? cause) as
          | { code?: string; message?: string }
          | undefined;
        const message = late ? 'time-out' : (reason?.code ?? reason?.message ?? reason);
        outcome = new (late ? TimeoutError : ConnectionError)(
          id,
          `${id}: ${response ? 'broken' : 'no'} answer from ${url} (${message})`,
          { cause },
        );
      } finally {
        stop();
      }

      if (answer) {
        if (hooks.response) await hooks.response(attempt, answer);
        if (renewable && answer.status === 401) {
          renewable = false;
          refused = bearer;
          count += 1;
          continue;
        }
      }
      if (!answer || /408|429|50[234]/.test(`${answer.status}`)) {
        const delay = retryDelay(retry as RetryOptions, number, answer?.headers);
        if (number <= count && Date.now() + delay < deadline) {
          await hooks.retry?.(attempt, { delay, cause: outcome });
          await new Promise<void>((resolve) => watch(delay, signal, resolve));
          continue;
        }
      }
      if (answer) return read(answer);
      throw outcome;
    }
  };
}
