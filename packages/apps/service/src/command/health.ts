import { readSettings } from '../composition/settings.ts';
import { parseOptions, UsageError } from './arguments.ts';

/** Timeout for the response of the process, in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Runs `aispm-service health`: checks the process on this machine with the same settings. The exit code is 1 if it doesn't
 * respond, as containers require.
 *
 * @throws {UsageError} if the arguments or settings don't identify a process
 */
export async function runHealth(args: string[]): Promise<void> {
  const [role = 'serve', ...rest] = parseOptions(args, {}).positionals;
  const { host, port, workerPort } = readSettings(process.env);
  const asked = { serve: port, worker: workerPort }[role];
  if (rest.length > 0 || !['serve', 'worker'].includes(role)) throw new UsageError('Use health with serve or worker.');
  if (!asked) throw new UsageError('Checking the health of a worker requires WORKER_PORT, and the port must not be 0.');
  const url = `http://${toReachable(host)}:${asked}/healthz`;
  const problem = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok, status }) => (ok ? undefined : `it returned ${status}`),
    (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
  );
  if (problem === undefined) return;
  process.stderr.write(`aispm-service: ${url} is not healthy: ${problem}.\n`);
  process.exitCode = 1;
}

/** Returns an address for reaching a process that listens on all addresses. */
export function toReachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
