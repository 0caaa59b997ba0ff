/** The licences of what a bundle contains, which have to go where the bundle goes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The name, version and licence of every package in a bundle, and the text of the licence where the package has it. */
export function licencesOf({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).flatMap((file) => /^[./]*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const notices = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const [file] = globSync('{licen[cs]e,LICEN[CS]E,Licen[cs]e}*', { cwd: folder });
    return `${name} ${version}: ${license ?? 'see below'}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}`;
  });
  return `${notices
    .map((notice) => notice.trim())
    .sort()
    .join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
