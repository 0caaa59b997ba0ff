import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../..');

/**
 * Returns a table of the README of a package, so that a guide has the same.
 *
 * @param folder of the package, below `packages/`
 * @param heading of the section whose first table it is
 * @throws {Error} when the README has no such section, or the section no table
 */
export function readmeTable(folder: string, heading: string): string {
  const file = join(PACKAGES, folder, 'README.md');
  const [, section] = readFileSync(file, 'utf8').split(`\n## ${heading}\n`);
  const [table] = /^\|.*\n(?:\|.*\n)+/m.exec(section?.split('\n## ')[0] ?? '') ?? [];
  if (table === undefined) throw new Error(`${file} has no table below "## ${heading}". Correct the heading here.`);
  return table.trimEnd();
}
