/** Locks the folder of the embedded database: two processes would destroy its contents. */
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * Locks a folder for as long as this process lives. The lock is one of the operating system on a file beside the folder, which
 * SQLite can take on every system: it ends with the process, however that ends, so that no stale lock remains.
 *
 * @returns releases the lock
 * @throws {DatabaseUnavailable} when another process holds it
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
