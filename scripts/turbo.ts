/**
 * Runs turbo for the scripts of the root `package.json`: `node scripts/turbo.ts run build`. No tool that it starts
 * reports to its maker or asks for newer versions of itself.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** For every tool that is run; turbo hands these on to its tasks (`globalPassThroughEnv` in `turbo.json`). */
export const noTelemetry = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/**
 * Starts turbo in the root of the project.
 *
 * @param args arguments of turbo, such as `['run', 'build']`
 * @param stdio where its input comes from and its output goes
 */
export function spawnTurbo(args: string[], stdio: StdioOptions): ChildProcess {
  return spawn(process.execPath, [join(root, 'node_modules/turbo/bin/turbo'), ...args], {
    cwd: root,
    env: { ...process.env, ...noTelemetry },
    stdio,
  });
}

if (import.meta.main) {
  const turbo = spawnTurbo(process.argv.slice(2), 'inherit');
  // turbo gets the Ctrl-C of a terminal itself; staying until it has ended its tasks leaves none behind.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => turbo.kill('SIGTERM'));
  turbo.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
