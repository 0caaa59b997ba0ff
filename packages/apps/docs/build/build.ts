/**
 * Builds the site into `dist/`. `SITE_URL` is the URL at which it will be published, such as
 * `https://example.github.io/aispm/`; its path becomes the base of all links. The default is `http://127.0.0.1:4020/`.
 * A build that fails does not change `dist/`.
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
// A separate process, because VitePress still writes the sitemap after its build function has returned.
const { status, stdout, stderr } = spawnSync(process.execPath, [vitepress, 'build', 'site', '--outDir', draft], {
  cwd: docs,
  encoding: 'utf8',
});
if (status === 0) {
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
} else {
  process.stderr.write(
    `${stdout}${stderr}\nThe documentation was not built, and dist/ is unchanged. Fix what is reported above and build again.\n`,
  );
  process.exitCode = 1;
}
