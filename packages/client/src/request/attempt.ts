import { ConnectionError, TimeoutError } from '../errors.ts';
import type { Attempt } from '../hooks.ts';
import type { Fetch } from '../options.ts';
import type { RawResponse } from './response.ts';
import { callAfter } from './timers.ts';

/**
 * Sends one request and reads its response within a time limit.
 *
 * @param timeout in milliseconds.
 * @returns the response, or the error of an attempt that has none or an incomplete one.
 * @throws the reason of the signal when it has aborted.
 */
export async function sendAttempt(
  { operation, url }: Attempt,
  init: RequestInit,
  fetch: Fetch,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<RawResponse | Error> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const cancelTimer = callAfter(timeout, signal, () => controller.abort());
  let response: Response | undefined;
  try {
    response = await fetch(url, { ...init, signal: controller.signal });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (cause) {
    signal?.throwIfAborted();
    const timedOut = controller.signal.aborted;
    const reason = timedOut ? 'timeout' : failureReason(cause);
    const message = `${operation}: ${response ? 'incomplete' : 'no'} response from ${url} (${reason})`;
    return new (timedOut ? TimeoutError : ConnectionError)(operation, message, { cause });
  } finally {
    cancelTimer();
  }
}

/** Returns why `fetch` failed. Its error says only that it failed; the cause of the error says why. */
function failureReason(error: unknown): unknown {
  const reason = ((error as Error | undefined)?.cause ?? error) as { code?: string; message?: string } | undefined;
  return reason?.code ?? reason?.message ?? reason;
}
