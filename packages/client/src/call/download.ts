import type { Client } from './client.ts';
import { ConnectionError, TimeoutError } from './errors.ts';
import type { OperationMetadata } from './metadata.ts';
import type { CallOptions, Fetch } from './options.ts';
import { callAfter } from './timers.ts';

/** An operation whose successful response is a string, such as CSV. */
export interface TextOperation<Params> {
  /** Requests the string. */
  (client: Client, params: Params, options?: CallOptions): Promise<string>;
  /** The part of the contract that describes the operation. */
  readonly metadata: OperationMetadata;
}

/**
 * Calls an operation whose successful response is a string, and resolves to the response as soon as its headers arrive. Its body is a
 * stream of the service's unchanged bytes, so that files of any size need little memory and keep their byte order mark.
 *
 * Until then, everything works as for any call: retries, token renewal, `timeout`, errors. Afterwards, the stream fails with the
 * reason of the signal, a `TimeoutError` after `totalTimeout`, or a `ConnectionError` when the connection fails. Callers that don't
 * read the body to its end must cancel it. Hooks receive the response with an empty string.
 *
 * @throws all errors of the operation.
 * @example
 * const params = { id: 'v1', export_workflow_id: 'x1', format: 'csv' } as const;
 * const response = await download(client, downloadViewExport, params);
 * await response.body?.pipeTo(new WritableStream({ write: (chunk) => console.log(chunk.length) }));
 */
export async function download<Params>(
  client: Client,
  operation: TextOperation<Params>,
  params: NoInfer<Params>,
  options: CallOptions = {},
): Promise<Response> {
  const { signal, totalTimeout = Infinity } = options;
  const { id } = operation.metadata;
  const deadline = Date.now() + totalTimeout;
  let result: Response | undefined;

  const receive: Fetch = async (url, init) => {
    const controller = new AbortController();
    const attempt = init.signal as AbortSignal;
    const abort = (): void => controller.abort(attempt.reason);
    attempt.addEventListener('abort', abort);
    const response = await (options.fetch ?? client.fetch ?? fetch)(url, { ...init, signal: controller.signal });
    if (!response.ok || !response.body) return response;
    // The attempt ends with the headers. From here on, the body ends separately.
    attempt.removeEventListener('abort', abort);
    const cancelTimer = callAfter(deadline - Date.now(), signal, () => {
      cancelTimer();
      controller.abort(signal?.aborted ? signal.reason : new TimeoutError(id, failureText(id, url, 'timeout')));
    });
    const { status, headers } = response;
    const body = readThrough(response.body, cancelTimer, (cause) =>
      controller.signal.aborted
        ? controller.signal.reason
        : new ConnectionError(id, failureText(id, url, (cause as Error).message), { cause }),
    );
    result = new Response(body, { status, headers });
    return new Response(null, { status, headers });
  };

  try {
    await operation(client, params, { ...options, fetch: receive });
    return result ?? new Response(null);
  } catch (error) {
    await result?.body?.cancel();
    throw error;
  }
}

function failureText(id: string, url: string, reason: string): string {
  return `${id}: incomplete response from ${url} (${reason})`;
}

/**
 * Returns a stream of the same bytes, which reads only what is needed.
 *
 * @param onEnd called when the stream ends, fails or is cancelled.
 * @param toError converts the connection's error to the stream's error.
 */
function readThrough(
  source: ReadableStream<Uint8Array>,
  onEnd: () => void,
  toError: (cause: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          onEnd();
          controller.close();
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
