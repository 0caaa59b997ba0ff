/**
 * Builds the site into `dist/`. `SITE_URL` is the URL of the published site, such as `https://example.github.io/aispm/`; its
 * path becomes the base of all links. Without it, the base is the root of a host, and the site has no sitemap, feed and
 * preview images, which need absolute URLs. A failed or interrupted build doesn't change `dist/` or leave files behind.
 */
import { globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRedocPages } from './redoc-page.ts';
import { runNode } from './run-node.ts';

const docs = join(import.meta.dirname, '..');
const dist = join(docs, 'dist');
const vitepress = join(dirname(fileURLToPath(import.meta.resolve('vitepress/package.json'))), 'bin/vitepress.js');
const drafts = mkdtempSync(join(docs, '.draft-'));

/** Vite compiles the site's configuration to such a file while reading it. */
const findTemporaryFiles = () => globSync(join(docs, 'site/.vitepress/config.ts.timestamp-*.mjs'));
const existing = new Set(findTemporaryFiles());
process.on('exit', () => {
  rmSync(drafts, { recursive: true, force: true });
  for (const file of findTemporaryFiles()) if (!existing.has(file)) rmSync(file, { force: true });
});

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
const draft = join(drafts, 'site');
try {
  // A separate process, because VitePress still writes the sitemap after its build function has returned.
  await runNode([vitepress, 'build', 'site', '--outDir', draft], docs, stop.signal);
  await writeRedocPages(draft, stop.signal);
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
} catch (error) {
  process.stderr.write(
    `${(error as Error).message}\nThe documentation wasn't built, and dist/ is unchanged. Fix the errors above and build again.\n`,
  );
  process.exitCode = 1;
}
