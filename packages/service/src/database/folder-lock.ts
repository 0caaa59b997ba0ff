/** Keeps a second process out of the folder of the embedded database: two would destroy what is in it. */
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * Locks a folder for as long as this process lives. The lock is one of the operating system on a file beside the folder, which
 * SQLite knows how to take everywhere: however the process ends, the lock ends with it, and none is ever left behind.
 *
 * @returns gives the folder back
 * @throws {DatabaseUnavailable} when another process has it
 */
export function lockFolder(folder: string): () => void {
  const file = new DatabaseSync(`${folder}.lock`, { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw new DatabaseUnavailable(
      `Another process uses the data folder ${folder}. Stop it, or name another folder in DATA_DIR.`,
      { cause: error },
    );
  }
  return () => file.close();
}
