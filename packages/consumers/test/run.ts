import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Runs a command to its end and returns what it prints; at most a minute.
 *
 * @throws Error with all that the command has printed, when it fails.
 */
export async function run(command: string, args: string[], { cwd }: { cwd: string }): Promise<string> {
  try {
    return (await execute(command, args, { cwd, timeout: 300_000, maxBuffer: 2 ** 24 })).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error([message, stdout, stderr].join('\n'), { cause: error });
  }
}
