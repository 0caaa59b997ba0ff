/** @module-tag long */
/** The published site, built for a URL with a path. */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const docs = join(import.meta.dirname, '..');
const SITE_URL = 'https://docs.example.com/aispm/';
/** Files of the package that its build doesn't need. */
const NOT_SOURCES = new Set(['.turbo', 'dist', 'node_modules', 'reports', 'test']);

let copy: string;
let errors: string;

const readPage = (name: string) => readFileSync(join(copy, 'dist', name), 'utf8');

beforeAll(async () => {
  // Next to the package, so that imports and included files resolve.
  copy = mkdtempSync(join(docs, '../.docs-'));
  for (const name of readdirSync(docs).filter((entry) => !NOT_SOURCES.has(entry))) {
    cpSync(join(docs, name), join(copy, name), { recursive: true });
  }
  const build = promisify(execFile)(process.execPath, [join(copy, 'build/build.ts')], {
    env: { ...process.env, SITE_URL },
  });
  errors = (await build).stderr;
});

afterAll(() => {
  if (copy) rmSync(copy, { recursive: true, force: true });
});

describe('the site for a URL', () => {
  it('is built without warnings', () => {
    expect(errors).toBe('');
  });

  it('has a sitemap with absolute URLs, which robots.txt contains', () => {
    const sitemap = readPage('sitemap.xml');
    for (const page of globSync('guides/*.html', { cwd: join(copy, 'dist') })) {
      expect(sitemap).toContain(`<loc>${SITE_URL}${page}</loc>`);
    }
    expect(sitemap).not.toContain(`${SITE_URL}try.html`);
    expect(readPage('robots.txt')).toContain(`Sitemap: ${SITE_URL}sitemap.xml`);
    expect(readPage('robots.txt')).toContain('Disallow: /aispm/try.html');
  });

  it('has absolute URLs for previews and search engines', () => {
    const html = readPage('guides/paging.html');
    expect(html).toContain(`property="og:image" content="${SITE_URL}og.png"`);
    expect(html).toContain(`<link rel="canonical" href="${SITE_URL}guides/paging.html">`);
    expect(readFileSync(join(copy, 'dist/og.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('has a feed of the releases, to which pages link', () => {
    const feed = readPage('changelog.xml');
    const [newest] = /^## (\S+)$/m.exec(readFileSync(join(docs, '../../../spec/CHANGELOG.md'), 'utf8'))?.slice(1) ?? [];
    expect(feed).toContain(`<title>${newest}</title>`);
    expect(feed).toMatch(/<updated>\d{4}-\d\d-\d\dT00:00:00Z<\/updated>/);
    const [, anchor] = /changelog\.html#([^"]+)"\/>/.exec(feed) ?? [];
    expect(readPage('guides/changelog.html')).toContain(`id="${anchor}"`);
    expect(readPage('index.html')).toContain(
      'type="application/atom+xml" title="Changelog" href="/aispm/changelog.xml"',
    );
  });
});
