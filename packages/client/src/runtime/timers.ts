/** As long as timers can wait, 23 days: what does not fit into 32 bits they take for no time at all. */
const longestDelay = 2e9;

/**
 * Calls `end` once: after `ms` milliseconds, or as soon as the signal aborts; if it has aborted before, at the next turn.
 *
 * @returns a function that calls it off. Either way no timer and no listener is left.
 */
export function watch(ms: number, signal: AbortSignal | undefined, end: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', fire);
  };
  const fire = (): void => {
    stop();
    end();
  };
  const timer = setTimeout(fire, signal?.aborted ? 0 : Math.min(ms, longestDelay));
  signal?.addEventListener('abort', fire);
  return stop;
}
