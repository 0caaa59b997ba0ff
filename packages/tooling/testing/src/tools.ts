import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the packages that only long tests and benchmarks need. They have a lock file of their own. */
export const TOOLS_FOLDER = join(import.meta.dirname, '../../tools');

/** Tells whether these packages are installed. */
export function hasTools(): boolean {
  return existsSync(join(TOOLS_FOLDER, 'node_modules'));
}

/**
 * Returns the path of a file of such a package.
 *
 * @param name the name of the package, such as `deno`
 * @param file its path inside the package
 * @throws when the file is not installed
 */
export function toolPath(name: string, file = 'package.json'): string {
  const path = join(TOOLS_FOLDER, 'node_modules', name, file);
  if (!existsSync(path)) throw new Error(`${path} is not installed. Run "npm run tools -w @aispm/scripts".`);
  return path;
}
