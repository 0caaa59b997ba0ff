/** Tells which of the files that git lists are in the working tree. */
import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** The entries of a folder by name; undefined when it can't be read. */
type Contents = ReadonlyMap<string, Dirent> | undefined;

/**
 * Leaves out paths without a file: those of a sparse checkout, and of files that were deleted. Nothing after it may take them for sources:
 * an import would mean one that can't be read. What may not be entered stays, to be reported with the file.
 */
export async function presentFiles(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const folders = new Map<string, Promise<Contents>>();
  const contentsOf = (folder: string): Promise<Contents> => {
    const contents = folders.get(folder) ?? readContents(folder);
    folders.set(folder, contents);
    return contents;
  };
  const readContents = async (folder: string): Promise<Contents> => {
    if (folder !== '.' && !(await is(folder, 'isDirectory'))) return new Map();
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
    return entries && new Map(entries.map((entry) => [entry.name, entry]));
  };
  const is = async (path: string, type: 'isFile' | 'isDirectory'): Promise<boolean> => {
    const contents = await contentsOf(posix.dirname(path));
    if (contents === undefined) return true;
    // Some file systems know a name in another case or form than git.
    const entry: Dirent | Stats | undefined =
      contents.get(posix.basename(path)) ??
      (contents.size === 0 ? undefined : await lstat(join(root, path)).catch(() => undefined));
    return entry?.[type]() ?? false;
  };
  const isPresent = await Promise.all(paths.map((path) => is(path, 'isFile')));
  return paths.filter((_, index) => isPresent[index]);
}
