/** Starts turbo for the commands of the repository, without the telemetry and the update checks of all tools that it runs. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Environment variables that disable telemetry. turbo passes them to its tasks (`globalPassThroughEnv` in `turbo.json`). */
export const NO_TELEMETRY = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/**
 * Starts turbo in the root of the repository.
 *
 * @param args arguments of turbo, such as `['run', 'build']`
 * @param stdio its standard input, output and error, as for `spawn`
 */
export function spawnTurbo(args: string[], stdio: StdioOptions): ChildProcess {
  return spawn(process.execPath, [join(root, 'node_modules/turbo/bin/turbo'), ...args], {
    cwd: root,
    env: { ...process.env, ...NO_TELEMETRY },
    stdio,
  });
}
