/** Reads what follows the name of a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A wrong argument; the message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Reads options.
 *
 * @throws {UsageError} when there is one that the command does not know, or that has no value
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See aispm-service --help.`);
  }
}
