import type { Client } from './client.ts';
import { ConnectionError, TimeoutError } from './errors.ts';
import type { OperationMetadata } from './metadata.ts';
import type { CallOptions, Fetch } from './options.ts';
import { requireAtLeast } from './settings.ts';
import { callAfter } from './timers.ts';

/** An operation whose successful response is a string, such as CSV. */
export interface TextOperation<Params> {
  /** Requests the string. */
  (client: Client, params: Params, options?: CallOptions): Promise<string>;
  /** The part of the contract that describes the operation. */
  readonly metadata: OperationMetadata;
}

/** Options of {@link download}. Call options apply until the headers arrive. */
export interface DownloadOptions extends CallOptions {
  /**
   * Number of bytes that the caller already has, to resume a download: the body starts after them. If the service sends the
   * complete file nevertheless, the client skips them. Default: 0.
   */
  readonly offset?: number | undefined;
  /** The maximum time without a byte while the caller waits for one, in milliseconds; `Infinity` for no limit. Default: 30000. */
  readonly idleTimeout?: number | undefined;
}

/**
 * Calls an operation whose successful response is a string, and resolves to the response as soon as its headers arrive. Its body is a
 * stream of the service's unchanged bytes, so that files of any size need little memory and keep their byte order mark.
 *
 * Until then, everything works as for any call: retries, token renewal, `timeout`, errors. Afterwards, the stream fails with the
 * reason of the signal, a `TimeoutError` after `totalTimeout`, or after `idleTimeout` without a byte, or a `ConnectionError` when the
 * connection fails. To resume it, start another download with the number of bytes received as `offset`. Callers that don't
 * read the body to its end must cancel it. Hooks receive the response with an empty string.
 *
 * @throws all errors of the operation; TypeError when `offset` or `idleTimeout` isn't a number of at least 0.
 * @example
 * const params = { id: 'v1', export_workflow_id: 'x1', format: 'csv' } as const;
 * const response = await download(client, downloadViewExport, params);
 * await response.body?.pipeTo(new WritableStream({ write: (chunk) => console.log(chunk.length) }));
 */
export async function download<Params>(
  client: Client,
  operation: TextOperation<Params>,
  params: NoInfer<Params>,
  { offset = 0, idleTimeout = 30_000, ...options }: DownloadOptions = {},
): Promise<Response> {
  const { signal, totalTimeout = Infinity } = options;
  const { id } = operation.metadata;
  requireAtLeast(id, 0, { offset, idleTimeout });
  const deadline = performance.now() + totalTimeout;
  let result: Response | undefined;

  const receive: Fetch = async (url, init) => {
    const controller = new AbortController();
    const attempt = init.signal as AbortSignal;
    const abort = (): void => controller.abort(attempt.reason);
    attempt.addEventListener('abort', abort);
    const response = await (options.fetch ?? client.fetch ?? fetch)(url, { ...init, signal: controller.signal });
    if (!response.ok || !response.body) return response;
    const { status, headers } = response;
    const range = headers.get('content-range');
    if (offset && range?.startsWith(`bytes ${offset}-`) === false) throw new Error(range);
    // The attempt ends with the headers. From here on, the body ends separately.
    attempt.removeEventListener('abort', abort);
    const failure = (reason: string): string => `${id}: incomplete response from ${url} (${reason})`;
    const cancelTimer = callAfter(deadline - performance.now(), signal, () => {
      cancelTimer();
      controller.abort(signal?.aborted ? signal.reason : new TimeoutError(id, failure('timeout')));
    });
    const body = readThrough(response.body, range ? 0 : offset, {
      startWait: () =>
        callAfter(idleTimeout, undefined, () => controller.abort(new TimeoutError(id, failure('timeout')))),
      onEnd: cancelTimer,
      toError: (cause) =>
        controller.signal.aborted
          ? controller.signal.reason
          : new ConnectionError(id, failure((cause as Error).message), { cause }),
    });
    result = new Response(body, { status, headers });
    // A part of the file is a success as well.
    return new Response(null, { status: status === 206 ? 200 : status, headers });
  };

  const headers = offset ? { range: `bytes=${offset}-`, ...options.headers } : options.headers;
  try {
    await operation(client, params, { ...options, headers, fetch: receive });
    return result ?? new Response(null);
  } catch (error) {
    await result?.body?.cancel();
    throw error;
  }
}

/** What happens while a stream is read. */
interface Reading {
  /** Called before each wait for bytes; its result is called when they arrive. */
  startWait(): () => void;
  /** Called when the stream ends, fails or is cancelled. */
  onEnd(): void;
  /** Converts the connection's error to the stream's error. */
  toError(cause: unknown): unknown;
}

/**
 * Returns a stream of the same bytes, which reads only what is needed.
 *
 * @param remaining number of bytes to leave out at its start.
 */
function readThrough(
  source: ReadableStream<Uint8Array>,
  remaining: number,
  { startWait, onEnd, toError }: Reading,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const endWait = startWait();
            const { done, value } = await reader.read().finally(endWait);
            if (done && remaining > 0) throw new Error('end');
            if (done) {
              onEnd();
              return controller.close();
            }
            const bytes = value.subarray(remaining);
            remaining = Math.max(0, remaining - value.length);
            if (bytes.length > 0) return controller.enqueue(bytes);
          }
        } catch (cause) {
          onEnd();
          controller.error(toError(cause));
        }
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
