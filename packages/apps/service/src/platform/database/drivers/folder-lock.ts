/** Prepares and locks the folder of the embedded database: two processes would corrupt its contents. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * Creates a folder if it doesn't exist, and locks it while this process is running. It's an operating system lock on a file
 * next to the folder, which SQLite can acquire on every platform. It ends with the process, so no stale lock remains.
 *
 * @returns a function that releases the lock
 * @throws {DatabaseUnavailable} if the folder is unusable, or another process has locked it
 */
export function lockFolder(folder: string): () => void {
  const lock = `${folder}.lock`;
  prepareFolder(folder, lock);
  const file = new DatabaseSync(lock, { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw new DatabaseUnavailable(
      `Another process uses the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return () => file.close();
}

/** Creates the folder and its lock file, because SQLite errors don't include a reason. */
function prepareFolder(folder: string, lock: string): void {
  let problem: string | undefined;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    if (!existsSync(folder)) mkdirSync(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (statSync(folder).isDirectory()) closeSync(openSync(lock, 'a'));
    else problem = 'it is not a folder';
  } catch (error) {
    problem = (error as Error).message;
  }
  if (problem === undefined) return;
  throw new DatabaseUnavailable(
    `The data folder ${folder} cannot be used: ${problem}. Set DATA_DIR to a folder that this user may write to, as well as its parent folder.`,
  );
}
