import { vi } from 'vitest';

/**
 * Replaces the timeouts of requests, so that a request expires when the test calls `expire`, even on a busy machine. For runs in
 * this process that send one request at a time.
 *
 * @returns `expire` ends the last request; call `restore` at the end
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
