import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Time limit of a command on a busy machine, in milliseconds. */
const TIMEOUT = 300_000;

/**
 * Runs a command and returns its standard output.
 *
 * @throws Error with the complete output, when the command fails or takes more than five minutes.
 */
export async function runCommand(command: string, args: string[], { cwd }: { cwd: string }): Promise<string> {
  try {
    return (await execute(command, args, { cwd, timeout: TIMEOUT, maxBuffer: 2 ** 24 })).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error([message, stdout, stderr].join('\n'), { cause: error });
  }
}
