/** Files of this package that are read at run time. Their paths are the same from `src/platform` and from the bundle in `dist/command`. */
import { readFileSync } from 'node:fs';

/** The folder of the SQL migrations. */
export const MIGRATIONS_FOLDER = new URL('../../migrations/', import.meta.url);

/** The folder of the web console, which `build/build.ts` copies. */
export const CONSOLE_FOLDER = new URL('../generated/console/', import.meta.url);

/** Reads a JSON file that `build/build.ts` wrote. */
export function readGenerated(name: 'contract' | 'routes'): unknown {
  return JSON.parse(readFileSync(new URL(`../generated/${name}.json`, import.meta.url), 'utf8'));
}

/** Returns the version of this package, which is that of the contract. */
export function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
