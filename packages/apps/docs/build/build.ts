/**
 * Builds the site into `dist/`. `SITE_URL` is the URL at which it will be published, such as
 * `https://example.github.io/aispm/`; its path becomes the base of all links. Without it the base is the root
 * of a host, and the site lacks what needs absolute URLs: sitemap, feed and preview images.
 * A build that fails, or that a signal ends, does not change `dist/` and leaves nothing behind.
 */
import { globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRedocPage } from './redoc-page.ts';
import { runNode } from './run-node.ts';

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

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
const draft = join(drafts, 'site');
try {
  // A separate process, because VitePress still writes the sitemap after its build function has returned.
  await runNode([vitepress, 'build', 'site', '--outDir', draft], docs, stop.signal);
  await writeRedocPage(draft, stop.signal);
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
} catch (error) {
  process.stderr.write(
    `${(error as Error).message}\nThe documentation was not built, and dist/ is unchanged. Fix what is reported above and build again.\n`,
  );
  process.exitCode = 1;
}
