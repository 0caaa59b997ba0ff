/** The licenses of what a bundle contains, which have to go where the bundle goes. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';

/**
 * Name, version and license of every package in a bundle, and the notices that the package has.
 *
 * @param metafile of a build that ran in the current folder
 */
export async function licensesOf({ inputs }: Metafile): Promise<string> {
  // Of what browsers go without, nothing is in the bundle.
  const present = Object.keys(inputs).filter((file) => !file.startsWith('(disabled):'));
  // A plugin may put the name of its own namespace before a path.
  const files = present.map((file) => file.replace(/^[\w-]+:/, ''));
  const inside = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  const folders = new Set(inside.map((folder) => resolve(folder)));
  const notices = await Promise.all([...folders].sort().map(noticeOf));
  return notices.join(`\n${'-'.repeat(80)}\n\n`);
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license, licenses } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const names = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  const texts = await Promise.all(names.map((file) => readFile(join(folder, file), 'utf8')));
  const terms = license ?? licenses.map(({ type }: { type: string }) => type).join(' or ');
  return [`${name} ${version} (${terms})\n`, ...texts].join('\n');
}
