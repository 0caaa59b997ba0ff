/** Identifies the code of the scanner: what another version found is never used. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { GRAMMARS, SCHEMAS } from '../shipped-files.ts';

let known: string | undefined;

/**
 * Returns the hash of the code, of the grammars, of the schemas, and of the versions of the dependencies and of Node.js. Versions are
 * not enough while the scanner is developed.
 */
export function fingerprint(): string {
  known ??= computeFingerprint();
  return known;
}

function computeFingerprint(): string {
  const result = createHash('sha256').update(process.version);
  // Before the build, this module is in a folder of the sources; after it, in the only file with the code.
  const isBuilt = !import.meta.url.endsWith('.ts');
  const code = new URL(isBuilt ? './' : '../', import.meta.url);
  for (const folder of [code, GRAMMARS]) {
    const names = readdirSync(folder, { recursive: !isBuilt, encoding: 'utf8' });
    for (const name of names.filter((each) => /(?<!\.d)\.(?:ts|js|wasm)$/.test(each)).sort()) {
      result.update(`\0${name}\0`).update(readFileSync(new URL(name, folder)));
    }
  }
  for (const file of [SCHEMAS, new URL('../package.json', SCHEMAS)]) {
    result.update('\0').update(readFileSync(file));
  }
  return result.digest('hex');
}
