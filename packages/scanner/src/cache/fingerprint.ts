/** Identifies the code of the scanner: what another version found is never used. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT, FINGERPRINT } from '../core/shipped-files.ts';
import { hashOfFiles } from './hash-of-files.ts';

let known: string | undefined;

/**
 * Returns the hash of the code, of the grammars, of the check of documents, and of the versions of the dependencies and of Node.js.
 * Versions aren't enough while the scanner is developed.
 */
export function fingerprint(): string {
  known ??= `${process.version} ${hashOfCode()}`;
  return known;
}

function hashOfCode(): string {
  // Before the build, this module is in a folder of the sources. The build hashes what it writes: that takes longer than a small scan.
  if (!import.meta.url.endsWith('.ts')) return readFileSync(FINGERPRINT, 'utf8');
  const built = fileURLToPath(BUILT);
  return hashOfFiles([join(import.meta.dirname, '..'), join(built, 'grammars'), join(built, '../package.json')]);
}
