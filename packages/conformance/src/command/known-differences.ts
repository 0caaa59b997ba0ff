/** Reads the file of known differences. */
import { readFile } from 'node:fs/promises';
import { OptionError } from '../core/errors.ts';
import type { KnownDifference } from '../core/options.ts';

/**
 * Reads known differences.
 *
 * @throws {OptionError} when the file is missing or has another format
 */
export async function readKnownDifferences(file: string): Promise<KnownDifference[]> {
  const toError = (reason: string) => new OptionError(`The file ${file} (--known) cannot be used: ${reason}.`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw toError(error.code === 'ENOENT' ? 'there is no such file' : error.message);
  });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw toError(`it is not JSON (${(error as Error).message})`);
  }
  if (!Array.isArray(list) || !list.every(isKnownDifference)) {
    throw toError('it must be a list of {"check": "…", "operations": ["…"], "reason": "…"}; "operations" is optional');
  }
  return list;
}

function isKnownDifference(value: unknown): value is KnownDifference {
  const { check, operations, reason } = (value ?? {}) as Record<string, unknown>;
  const isList = Array.isArray(operations) && operations.every((id) => typeof id === 'string');
  return (
    typeof check === 'string' && (isList || operations === undefined) && typeof reason === 'string' && reason !== ''
  );
}
