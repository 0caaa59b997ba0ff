/** Persists the state of a mock, or a recording, in a file. */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError } from '../core/errors.ts';
import { describeReadError } from '../core/read-error.ts';
import type { StateStorage } from './assemble.ts';

/** How long changes are collected before the file is written, in milliseconds. */
const DELAY_MS = 50;

/**
 * Creates the storage of a state, or of a recording, in a file. It is written atomically, up to 50 ms after a change and when the process
 * ends. Only its owner can read it, because it contains created API keys.
 *
 * @param name its name in messages, at the start of a sentence
 * @throws {SettingError} when the file can't be read or written
 */
export function createFileStorage(name: string, file: string): StateStorage {
  let pending: (() => string) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    process.off('exit', flushOrReport);
    const create = pending;
    pending = undefined;
    if (create) writeAtomically(name, file, create());
  };
  // Nothing awaits this, and a full disk must not end the mock.
  const flushOrReport = () => {
    try {
      flush();
    } catch (error) {
      process.stderr.write(`aispm-mock: ${(error as Error).message}\n`);
    }
  };
  return {
    name,
    read: () => readFile(name, file),
    write(create) {
      if (!pending) {
        timer = setTimeout(flushOrReport, DELAY_MS);
        process.once('exit', flushOrReport);
      }
      pending = create;
    },
    flush,
  };
}

function readFile(name: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SettingError(`${name} cannot be read: ${describeReadError(error as NodeJS.ErrnoException)}.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message;
    throw new SettingError(`${name} is not valid JSON: ${reason}. Use another file, or delete it.`);
  }
}

function writeAtomically(name: string, file: string, text: string): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    // Node's message contains the name of the temporary file.
    const reason = code === 'ENOENT' ? `the folder "${dirname(file)}" does not exist` : message.split(', ')[0];
    throw new SettingError(`${name} cannot be written: ${reason}.`);
  }
}
