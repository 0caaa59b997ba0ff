/** Reads YAML and JSON files. */
import { readFile } from 'node:fs/promises';
import { describeReadError } from '../core/read-error.ts';

/**
 * Reads a file: as JSON when its name ends in `.json`, otherwise as YAML.
 *
 * @throws {Error} when it is missing or cannot be parsed; the message is one line without the name of the file
 */
export async function readDocument(file: string): Promise<unknown> {
  if (/^https?:/i.test(file)) throw new Error('URLs are not supported; download the file and use its path');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(describeReadError(error));
  });
  if (file.endsWith('.json')) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error(`it is not valid JSON: ${(error as Error).message}`);
    }
  }
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new Error(`it is not valid YAML: ${error.message.split('\n', 1).join().replace(/:$/, '')}`);
  return document.toJS();
}
