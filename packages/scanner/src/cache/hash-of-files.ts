/** Hashes what decides the result of a scan. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Code, and the grammars. Declarations and source maps decide nothing. */
const CODE = /(?<!\.d)\.(?:ts|js|wasm)$/;

/** Returns the hash of files, and of the code in folders and in the folders below. */
export function hashOfFiles(paths: readonly string[]): string {
  const result = createHash('sha256');
  for (const path of paths) {
    const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [''];
    for (const name of names.filter((each) => each === '' || CODE.test(each)).sort()) {
      result.update(`\0${name}\0`).update(readFileSync(join(path, name)));
    }
  }
  return result.digest('hex');
}
