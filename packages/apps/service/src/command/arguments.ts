/** Parses the arguments of a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The arguments aren't valid, or the command can't run with them. The message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Parses options and positional arguments.
 *
 * @throws {UsageError} if an option is unknown or has no value
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\.\s/)[0]}. See aispm-service --help.`);
  }
}
