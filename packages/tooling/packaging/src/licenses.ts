/** Collects the licenses of the packages in a bundle, which must be distributed with it. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The part of a metafile of esbuild that is read: the paths of what a bundle contains. */
export interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

/**
 * Returns the name, version and license of every package in bundles, with the license files of the package. Private packages
 * of this repository have the license of the bundle and are omitted.
 *
 * @param metafiles of builds that ran in the current folder
 */
export async function collectLicenses(...metafiles: Metafile[]): Promise<string> {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const packages = inputs
    // Files that the browser bundle omits.
    .filter((file) => !file.startsWith('(disabled):'))
    // A plugin may put its namespace before a path, which then has the separators of the platform.
    .map((file) => file.replace(/^[\w-]{2,}:/, '').replaceAll('\\', '/'))
    .flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  const folders = new Set(packages.map((folder) => resolve(folder)));
  const notices = await Promise.all([...folders].sort().map(readNotice));
  return notices.join(`\n${'-'.repeat(80)}\n\n`);
}

async function readNotice(folder: string): Promise<string> {
  const { name, version, license, licenses } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const terms = license ?? licenses.map(({ type }: { type: string }) => type).join(' or ');
  return [`${name} ${version} (${terms})\n`, ...texts].join('\n');
}
