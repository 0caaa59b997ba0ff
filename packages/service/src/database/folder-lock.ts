/** Keeps a folder for one process: two in one database would destroy it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes a folder, which is made when it is missing, until the process ends or gives it back.
 *
 * @returns gives the folder back
 * @throws when another process has it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'aispm.lock');
  const take = () => writeFileSync(file, String(process.pid), { flag: 'wx' });
  try {
    take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(file, 'utf8'));
    if (isOther(holder)) {
      throw new Error(
        `The database in ${folder} is in use by process ${holder}, and takes one process. Stop that, or name another folder in DATA_DIR. If it is no AISPM service, delete ${file}.`,
      );
    }
    // Its process was killed.
    rmSync(file);
    take();
  }
  return () => rmSync(file, { force: true });
}

/** Whether another process of this number is there. In a container every start has the same one. */
function isOther(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
