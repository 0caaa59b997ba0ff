/** A line that tells how far the run is, for a terminal. */
import type { Progress } from './options.js';

const WIDTH = 30;

/** A line that writes itself over. */
export interface ProgressBar {
  show(progress: Progress): void;
  clear(): void;
}

/**
 * Makes the line. Where nobody watches, in a file or a pipe, there is none.
 *
 * @param stream where it is written
 * @param isQuiet whether it is not wanted
 */
export function createProgressBar(stream: NodeJS.WriteStream, isQuiet: boolean): ProgressBar {
  if (!stream.isTTY || isQuiet) return { show: () => {}, clear: () => {} };
  return {
    show: ({ done, total, requests, failed, check }) => {
      const filled = Math.round((done / Math.max(total, 1)) * WIDTH);
      const bar = '█'.repeat(filled).padEnd(WIDTH, '░');
      stream.write(`\r\x1b[K${bar} ${done}/${total} ${check}, ${requests} requests, ${failed} broken`);
    },
    clear: () => stream.write('\r\x1b[K'),
  };
}
