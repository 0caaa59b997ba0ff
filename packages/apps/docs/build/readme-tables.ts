import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../..');

/**
 * Returns a table of a package's README, for reuse in a guide.
 *
 * @param folder folder of the package in `packages/`
 * @param heading heading of the section with the table
 * @throws {Error} if the README doesn't have the section, or the section has no table
 */
export function readmeTable(folder: string, heading: string): string {
  const file = join(PACKAGES, folder, 'README.md');
  const [, section] = readFileSync(file, 'utf8').split(`\n## ${heading}\n`);
  const [table] = /^\|.*\n(?:\|.*\n)+/m.exec(section?.split('\n## ')[0] ?? '') ?? [];
  if (table === undefined) throw new Error(`${file} has no table below "## ${heading}". Correct the heading here.`);
  return table.trimEnd();
}
