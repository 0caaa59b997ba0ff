/**
 * Builds the site into `dist/`. `SITE_URL` is the address where it will be, such as
 * `https://example.github.io/aispm/`: its path becomes the base of all links; by default the site is for the root of
 * this machine. A build that fails leaves `dist/` as it was.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(import.meta.dirname, '..');
const dist = join(docs, 'dist');
const vitepress = join(dirname(fileURLToPath(import.meta.resolve('vitepress/package.json'))), 'bin/vitepress.js');
const drafts = mkdtempSync(join(docs, '.draft-'));
process.on('exit', () => rmSync(drafts, { recursive: true, force: true }));

const draft = join(drafts, 'site');
// A process of its own: VitePress still writes the sitemap when its build function has returned.
const { status, stdout, stderr } = spawnSync(process.execPath, [vitepress, 'build', 'site', '--outDir', draft], {
  cwd: docs,
  encoding: 'utf8',
});
if (status === 0) {
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
} else {
  process.stderr.write(`${stdout}${stderr}\nThe documentation was not built.\n`);
  process.exitCode = 1;
}
