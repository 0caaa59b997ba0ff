/** The part of `node:timers/promises` that the mock uses, for browsers. */

/**
 * Waits.
 *
 * @param milliseconds the duration
 * @param value the value that the promise resolves with
 * @param options.signal ends the wait: the promise then rejects with an AbortError
 */
export function setTimeout<Value>(
  milliseconds: number,
  value: Value,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      globalThis.clearTimeout(timer);
      reject(new DOMException('The wait was aborted.', 'AbortError'));
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, milliseconds);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}
