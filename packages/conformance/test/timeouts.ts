import { vi } from 'vitest';

/**
 * Replaces the timeouts of requests: one expires when the test says so and not after a time, within which a busy machine may not
 * have responded. For runs in this process that send one request at a time.
 *
 * @returns `expire` ends the last request; `restore` has to be called in the end.
 */
export function replaceTimeouts(): { expire: () => void; restore: () => void } {
  let last = new AbortController();
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    last = new AbortController();
    return last.signal;
  });
  return {
    expire: () => last.abort(new DOMException('The request has expired.', 'TimeoutError')),
    restore: () => spy.mockRestore(),
  };
}
