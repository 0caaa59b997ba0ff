/** Runs commands of `aispm-service` that end by themselves. */
import { join } from 'node:path';
import { type CommandResult, captureOutput, runProcess as runScript } from '@aispm/testing/commands';
import { main } from '../src/command/command.ts';
import { TestClock } from './clock.ts';

/** The built executable. */
export const CLI = join(import.meta.dirname, '../dist/command/cli.js');

/**
 * Runs a command in this process, where everything that it loads is loaded already. {@link runProcess} tells whether the executable
 * runs commands in the same way.
 *
 * @param environment all variables of the command
 */
export async function runHere(args: string[], environment: Record<string, string> = {}): Promise<CommandResult> {
  const { env, exitCode } = process;
  process.env = { ...environment };
  process.exitCode = undefined;
  try {
    return await captureOutput(async () => (await main(args, new TestClock())) || Number(process.exitCode ?? 0));
  } finally {
    process.env = env;
    process.exitCode = exitCode;
  }
}

/**
 * Runs a command in a separate process.
 *
 * @param environment all variables of the command but PATH
 */
export const runProcess = (args: string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
  runScript(CLI, args, { env: environment });
