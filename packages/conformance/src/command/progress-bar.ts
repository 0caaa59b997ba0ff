/** A progress bar for terminals. */
import type { Progress } from '../core/options.ts';

const WIDTH = 30;

/** A line that is overwritten. */
export interface ProgressBar {
  show(progress: Progress): void;
  clear(): void;
}

/**
 * Creates a progress bar, which prints nothing to a file or a pipe.
 *
 * @param isQuiet whether to print nothing
 */
export function createProgressBar(stream: NodeJS.WriteStream, isQuiet: boolean): ProgressBar {
  if (!stream.isTTY || isQuiet) return { show: () => {}, clear: () => {} };
  return {
    show: ({ done, total, requests, failed, check }) => {
      const filled = Math.round((done / Math.max(total, 1)) * WIDTH);
      const bar = '█'.repeat(filled).padEnd(WIDTH, '░');
      stream.write(`\r\x1b[K${bar} ${done}/${total} ${check}, ${requests} requests, ${failed} failed`);
    },
    clear: () => stream.write('\r\x1b[K'),
  };
}
