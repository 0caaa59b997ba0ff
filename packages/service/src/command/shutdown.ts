/** How long after the limit a process that hangs is ended, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Closes at the first SIGINT or SIGTERM, and exits. A second signal, or a close that takes far too long, ends at once.
 *
 * @param timeoutMs how long closing may take
 */
export function closeOnSignal(close: () => Promise<void>, timeoutMs: number): void {
  let isClosing = false;
  const end = () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), timeoutMs + GRACE_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`aispm-service: ${error}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
