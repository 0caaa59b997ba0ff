import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of packages that only long tests and benchmarks need, with a separate lock file. */
export const TOOLS_FOLDER = join(import.meta.dirname, '../../tools');

/** Returns whether these packages are installed. */
export function hasTools(): boolean {
  return existsSync(join(TOOLS_FOLDER, 'node_modules'));
}

/**
 * Returns the path of a file of such a package.
 *
 * @param name the name of the package, such as `deno`
 * @param file the path inside the package
 * @throws {Error} if the file isn't installed
 */
export function toolPath(name: string, file = 'package.json'): string {
  const path = join(TOOLS_FOLDER, 'node_modules', name, file);
  if (!existsSync(path)) throw new Error(`${path} is not installed. Run "npm run tools -w @aispm/scripts".`);
  return path;
}
