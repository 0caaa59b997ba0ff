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
  // A signal of its own, because Node.js 20 warns when more than ten calls listen to the same one.
  const own: Pick<AbortSignal, 'aborted' | 'onabort'> = signal ? AbortSignal.any([signal]) : ({} as AbortSignal);
  const cancel = (): void => {
    clearTimeout(timer);
    own.onabort = null;
  };
  const fire = (): void => {
    cancel();
    callback();
  };
  const timer = setTimeout(fire, own.aborted ? 0 : Math.min(delay, MAX_DELAY));
  own.onabort = fire;
  return cancel;
}
