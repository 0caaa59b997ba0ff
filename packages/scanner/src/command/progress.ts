/** The progress of long scans, in terminals only. */

/** Shows progress on one line. */
export interface Progress {
  readonly show: (progress: { readonly done: number; readonly total: number }) => void;
  readonly say: (text: string) => void;
  readonly clear: () => void;
}

/** The minimum time between two updates, in milliseconds. */
const INTERVAL = 100;

/** Creates the display of progress; it prints nothing into a file or a pipe. */
export function createProgress(stream: NodeJS.WriteStream, isQuiet: boolean): Progress {
  if (!stream.isTTY || isQuiet) return { show: () => {}, say: () => {}, clear: () => {} };
  let last = 0;
  const say = (text: string) => {
    const now = performance.now();
    if (now - last < INTERVAL) return;
    last = now;
    stream.write(`\r\x1b[K${text}`);
  };
  return {
    show: ({ done, total }) => say(`${done} of ${total} files`),
    say,
    clear: () => stream.write('\r\x1b[K'),
  };
}
