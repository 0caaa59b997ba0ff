import type { Attempt } from '../hooks.ts';
import type { CallOptions, ClientOptions } from '../options.ts';
import { sendAttempt } from './attempt.ts';
import type { EncodeRequest, IdempotencyKeySequence } from './encoding.ts';
import { addHeaders, IDEMPOTENCY_KEY } from './headers.ts';
import type { OperationMetadata } from './metadata.ts';
import type { RawResponse } from './response.ts';
import { mayBeTemporary, retryDelay } from './retry.ts';
import { callAfter } from './timers.ts';

/**
 * Sends the request of an operation, with retries, and reads the response.
 *
 * @param encode encodes the parameters; the promise rejects with what it throws.
 * @param read turns the last response into what the promise resolves to, or throws what it rejects with.
 */
export type Send = <Data>(
  operation: OperationMetadata,
  encode: EncodeRequest,
  options: CallOptions,
  read: (response: RawResponse) => Data,
) => Promise<Data>;

/** Creates the function that sends the requests of a client. */
export function createSend(
  clientHeaders: Readonly<Record<string, string>>,
  { token, fetch, hooks = {}, ...defaults }: Omit<ClientOptions, 'baseUrl'>,
): Send {
  const keys: IdempotencyKeySequence = {};
  const authorize = createAuthorizer(clientHeaders);

  /** Adds the headers of the request hook and of the call, in this order, to those of an attempt. */
  const attemptHeaders = async (attempt: Attempt, headers: Record<string, string>, options: CallOptions) => {
    if (hooks.request) addHeaders(headers, attempt.operation, await hooks.request(attempt));
    addHeaders(headers, attempt.operation, options.headers);
    return headers;
  };

  return async ({ id, method }, encode, options, read) => {
    const { signal } = options;
    const timeout = options.timeout ?? defaults.timeout ?? 30_000;
    const deadline = Date.now() + (options.totalTimeout ?? defaults.totalTimeout ?? Infinity);
    const retry = options.retry ?? defaults.retry ?? {};
    const encodedHeaders: Record<string, string> = {};
    const { url, body } = encode(encodedHeaders, keys);
    let retriesLeft = isRepeatable(method, encodedHeaders) && retry ? (retry.maxRetries ?? 2) : 0;
    let mayRenewToken = typeof token === 'function';
    let rejectedToken: string | undefined;

    for (let number = 1; ; number += 1) {
      const attempt: Attempt = { operation: id, method, url, number };
      const bearer = typeof token === 'function' ? await token(rejectedToken) : token;
      const headers = await attemptHeaders(attempt, { ...authorize(id, bearer), ...encodedHeaders }, options);
      const request = { method, headers, body };
      const timeLimit = Math.min(timeout, deadline - Date.now());
      const outcome = await sendAttempt(attempt, request, fetch ?? globalThis.fetch, timeLimit, signal);
      const failed = outcome instanceof Error;

      if (!failed) {
        if (hooks.response) await hooks.response(attempt, outcome);
        // Not a retry: it repeats any request, because the service has not processed the rejected one.
        if (mayRenewToken && outcome.status === 401) {
          mayRenewToken = false;
          rejectedToken = bearer;
          continue;
        }
      }

      if (retry && retriesLeft > 0 && mayBeTemporary(outcome)) {
        const delay = retryDelay(retry, number, outcome);
        if (Date.now() + delay < deadline) {
          retriesLeft -= 1;
          await hooks.retry?.(attempt, { delay, cause: outcome });
          await new Promise<void>((resolve) => callAfter(delay, signal, resolve));
          continue;
        }
      }
      if (failed) throw outcome;
      return read(outcome);
    }
  };
}

/** Returns whether a request can be repeated without harm: by its method, or by an idempotency key. */
function isRepeatable(method: string, headers: Record<string, string>): boolean {
  return (method !== 'POST' && method !== 'PATCH') || IDEMPOTENCY_KEY in headers;
}

/** Creates a function that adds a token to headers; it checks a token that does not change only once. */
function createAuthorizer(
  headers: Readonly<Record<string, string>>,
): (operation: string, token: string | undefined) => Readonly<Record<string, string>> {
  let authorized = headers;
  let lastToken: string | undefined;
  return (operation, token) => {
    if (token !== lastToken) {
      const added: Record<string, string> = { ...headers };
      if (token) addHeaders(added, operation, { authorization: `Bearer ${token}` });
      authorized = added;
      lastToken = token;
    }
    return authorized;
  };
}
