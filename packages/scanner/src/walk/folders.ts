/** Paths of the platform. The rules are a parameter, so that those of Windows can be tested everywhere. */
import path, { type PlatformPath } from 'node:path';

/** Returns the path of a file from a folder, separated by `/`, as documents have it. */
export function portablePath(folder: string, file: string, rules: PlatformPath = path): string {
  return rules.relative(folder, file).split(rules.sep).join('/');
}

/** Tells whether an absolute path is below an absolute folder. */
export function isBelow(folder: string, file: string, rules: PlatformPath = path): boolean {
  return file.startsWith(folder.endsWith(rules.sep) ? folder : `${folder}${rules.sep}`);
}

/** Returns the folder that absolute folders have in common; undefined when they are on several drives. */
export function commonFolder([first, ...others]: readonly string[], rules: PlatformPath = path): string | undefined {
  let common = first;
  while (common !== undefined) {
    const folder = common;
    if (others.every((other) => other === folder || isBelow(folder, other, rules))) return folder;
    const parent = rules.dirname(folder);
    common = parent === folder ? undefined : parent;
  }
  return undefined;
}

/**
 * Returns the file of a program in the folders of `PATH`. On Windows, its name alone would also mean a file in the current folder, which may
 * be a repository of another user.
 */
export function findProgram(
  name: string,
  searchPath: string,
  exists: (file: string) => boolean,
  rules: PlatformPath = path,
): string | undefined {
  const folders = searchPath.split(rules.delimiter).filter((folder) => rules.isAbsolute(folder));
  return folders.map((folder) => rules.join(folder, name)).find(exists);
}
