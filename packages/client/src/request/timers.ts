/** The longest delay of a timer, about 23 days: a delay of more than 32 bits would expire at once. */
const MAX_DELAY = 2e9;

/**
 * Calls a function once: after a delay, or as soon as the signal aborts. When the signal has aborted before, it calls the
 * function in the next turn of the event loop.
 *
 * @param delay in milliseconds.
 * @returns a function that cancels the call. Neither a timer nor a listener remains after the call or its cancellation.
 */
export function callAfter(delay: number, signal: AbortSignal | undefined, callback: () => void): () => void {
  const cancel = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', fire);
  };
  const fire = (): void => {
    cancel();
    callback();
  };
  const timer = setTimeout(fire, signal?.aborted ? 0 : Math.min(delay, MAX_DELAY));
  signal?.addEventListener('abort', fire);
  return cancel;
}
