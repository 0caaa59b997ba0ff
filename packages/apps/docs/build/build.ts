/**
 * Builds the site into `dist/`. `SITE_URL` is the URL at which it will be published, such as
 * `https://example.github.io/aispm/`; its path becomes the base of all links. Without it the base is the root
 * of a host, and the site lacks what needs absolute URLs: sitemap, feed and preview images.
 * A build that fails, or that a signal ends, does not change `dist/` and leaves nothing behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(import.meta.dirname, '..');
const dist = join(docs, 'dist');
const vitepress = join(dirname(fileURLToPath(import.meta.resolve('vitepress/package.json'))), 'bin/vitepress.js');
const drafts = mkdtempSync(join(docs, '.draft-'));

/** Vite writes the configuration of the site to such a file while it reads it. */
const findTemporaryFiles = () => globSync(join(docs, 'site/.vitepress/config.ts.timestamp-*.mjs'));
const existing = new Set(findTemporaryFiles());
process.on('exit', () => {
  rmSync(drafts, { recursive: true, force: true });
  for (const file of findTemporaryFiles()) if (!existing.has(file)) rmSync(file, { force: true });
});

const draft = join(drafts, 'site');
// A separate process, because VitePress still writes the sitemap after its build function has returned.
const build = spawn(process.execPath, [vitepress, 'build', 'site', '--outDir', draft], {
  cwd: docs,
  stdio: ['ignore', 'pipe', 'pipe'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => build.kill('SIGTERM'));
const output: Buffer[] = [];
for (const stream of [build.stdout, build.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
const [status] = await once(build, 'close');
if (status === 0) {
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
} else {
  process.stderr.write(
    `${Buffer.concat(output)}\nThe documentation was not built, and dist/ is unchanged. Fix what is reported above and build again.\n`,
  );
  process.exitCode = 1;
}
