import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TOOLS_FOLDER } from '@aispm/testing';

const execute = promisify(execFile);
const QUIET = { DO_NOT_TRACK: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

/**
 * Runs a command and returns its complete output.
 *
 * @throws Error with the complete output, when the command fails or takes more than two minutes.
 */
export async function runCommand(command: string, args: string[], cwd: string): Promise<string> {
  try {
    const { stdout, stderr } = await execute(command, args, {
      cwd,
      env: { ...process.env, ...QUIET, PATH: `${join(TOOLS_FOLDER, 'node_modules/.bin')}:${process.env.PATH}` },
      timeout: 120_000,
      maxBuffer: 2 ** 26,
    });
    return stdout + stderr;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error([stdout + stderr, message].join('\n').trim(), { cause: error });
  }
}
