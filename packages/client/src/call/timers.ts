/** The longest delay of a timer, about 23 days: a delay of more than 32 bits would expire immediately. */
const MAX_DELAY = 2e9;

/**
 * Calls a function after a delay, and as soon as the signal aborts. If the signal is already aborted, it calls the function in the
 * next turn of the event loop. The caller also calls its result in the end: without that, the function may be called twice,
 * and a timer or a listener may remain.
 *
 * @param delay in milliseconds.
 * @returns a function that removes the timer and the listener, if there are any.
 */
export function callAfter(delay: number, signal: AbortSignal | undefined, callback: () => void): () => void {
  // A separate signal, because Node.js 20 warns when more than ten calls listen to the same one. React Native can't create it.
  const own = signal && (AbortSignal.any?.([signal]) ?? signal);
  // Node.js warns about a negative delay.
  const timer = setTimeout(callback, Math.max(0, own?.aborted ? 0 : Math.min(delay, MAX_DELAY)));
  own?.addEventListener('abort', callback);
  return () => {
    clearTimeout(timer);
    own?.removeEventListener('abort', callback);
  };
}
