/** Runs the command in this process. */
import { type CommandResult, captureOutput } from '@aispm/testing/commands';
import { main } from '../src/command.ts';

/** Runs the command, and returns what it printed. */
export const runCommand = (...args: string[]): Promise<CommandResult<number>> => captureOutput(() => main(args));
