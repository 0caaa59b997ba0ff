/** How long after the timeout a hanging process is ended, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Closes on the first SIGINT or SIGTERM, then exits. On a second signal, or if closing takes much longer than the timeout,
 * exits immediately with code 1.
 *
 * @param timeoutMs how long closing may take
 */
export function closeOnSignal(close: () => Promise<void>, timeoutMs: number): void {
  let isClosing = false;
  const handleSignal = () => {
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
  process.on('SIGINT', handleSignal);
  process.on('SIGTERM', handleSignal);
}
