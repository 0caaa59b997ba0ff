/** The declarations of the package: only those that users can reach. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A private package: users don't have its types. */
const PRIVATE = /["']@aispm\/openapi/;

/**
 * Deletes the declarations that an entry point doesn't import, directly or indirectly.
 *
 * @throws {Error} when one that it imports needs the types of a private package
 */
export function pruneDeclarations(folder: string, entry: string): void {
  const reached = new Set([entry]);
  for (const file of reached) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (PRIVATE.test(text)) throw new Error(`${file} needs types of a private package: declare them in this package.`);
    // TypeScript keeps the suffix of the sources.
    const portable = text.replaceAll(/(["']\.{1,2}\/.+?)\.ts(?=["'])/g, '$1.js');
    writeFileSync(join(folder, file), portable);
    for (const [, path = ''] of portable.matchAll(/["'](\.{1,2}\/.+?)\.js["']/g)) {
      reached.add(normalize(join(dirname(file), `${path}.d.ts`)));
    }
  }
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    if (!reached.has(file)) rmSync(join(folder, file));
  }
}
