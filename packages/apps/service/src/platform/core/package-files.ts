/** Files of this package that are read at runtime. */
import { readFileSync } from 'node:fs';

/** Whether this runs from source. The bundle in `dist/command` is less deeply nested. */
const IS_SOURCE = import.meta.url.endsWith('.ts');

/** The folder of this package. */
const PACKAGE_FOLDER = new URL(IS_SOURCE ? '../../../' : '../../', import.meta.url);

/** The folder that `build/build.ts` writes, or the copy of it in the bundle. */
const GENERATED_FOLDER = new URL(IS_SOURCE ? 'src/generated/' : 'dist/generated/', PACKAGE_FOLDER);

/** The folder of the SQL migrations. */
export const MIGRATIONS_FOLDER = new URL('migrations/', PACKAGE_FOLDER);

/** The folder of the web console. */
export const CONSOLE_FOLDER = new URL('console/', GENERATED_FOLDER);

/** Reads a JSON file that `build/build.ts` wrote. */
export function readGenerated(name: 'contract' | 'routes'): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, GENERATED_FOLDER), 'utf8'));
}

/** Returns the version of this package, which equals the contract's. */
export function readVersion(): string {
  return JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8')).version;
}
