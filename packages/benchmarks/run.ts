import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const quiet = { DO_NOT_TRACK: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

/**
 * Runs a command to its end, at most two minutes, and returns all that it prints.
 *
 * @throws Error with all that the command has printed, when it fails.
 */
export async function run(command: string, args: string[], cwd: string): Promise<string> {
  try {
    const { stdout, stderr } = await execute(command, args, {
      cwd,
      env: { ...process.env, ...quiet },
      timeout: 120_000,
      maxBuffer: 2 ** 26,
    });
    return stdout + stderr;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error([stdout + stderr, message].join('\n').trim(), { cause: error });
  }
}
