/** The site's content for machine readers: Markdown, llms.txt, robots.txt and the feed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atomFeed } from '../build/atom-feed.ts';
import { listContractOperations, readContract } from '../build/contract.ts';
import { readReleases } from '../build/releases.ts';
import { readSiteUrl, robotsTxt } from '../build/site-url.ts';
import { guides } from '../site/.vitepress/guides.ts';

const dist = join(import.meta.dirname, '../dist');
const readPage = (name: string) => readFileSync(join(dist, name), 'utf8');

describe('the Markdown of the guides', () => {
  it('exists for each guide, without VitePress syntax', () => {
    for (const { text, link } of guides) {
      const markdown = readPage(`${link.slice(1)}.md`);
      expect(markdown, link).toMatch(new RegExp(`^# ${text}|^# `));
      expect(markdown, link).not.toMatch(/@include|^<<<|\{#|^---$|^<[A-Z]/m);
      expect(markdown, link).not.toMatch(/^```[\w-]+\n```$/m);
    }
  });

  it('contains included files, snippets, and the content of diagrams', () => {
    expect(readPage('guides/paging.md')).toContain('**By cursor**');
    expect(readPage('guides/quick-start.md')).toContain("from '@aispm/client'");
    expect(readPage('guides/object-graph.md')).toContain('| From | Edge | To | Inverse |');
    expect(readPage('guides/architecture.md')).toContain('Scanner → Service: scans');
  });

  it('is listed in llms.txt, and part of llms-full.txt with the operations', () => {
    const index = readPage('llms.txt');
    const full = readPage('llms-full.txt');
    for (const { link } of guides) expect(index).toContain(`(${link.slice(1)}.md)`);
    expect(index).toContain('(llms-full.txt)');
    expect(index).not.toMatch(/\]\([^)]*\.html\)/);
    for (const { link } of guides) expect(full).toContain(readPage(`${link.slice(1)}.md`).trim());
    for (const { operationId } of listContractOperations(readContract())) {
      expect(full).toContain(readPage(`operations/${operationId}.md`).trim());
    }
    expect(globSync('guides/*.md', { cwd: dist })).toHaveLength(guides.length);
  });
});

describe('the URL of the site', () => {
  it('determines the base of its links', () => {
    expect(readSiteUrl('https://example.github.io/aispm')).toEqual({
      url: 'https://example.github.io/aispm/',
      base: '/aispm/',
    });
    expect(readSiteUrl(undefined)).toEqual({ url: undefined, base: '/' });
    expect(readSiteUrl('')).toEqual({ url: undefined, base: '/' });
  });

  it('must be an HTTP URL', () => {
    expect(() => readSiteUrl('example.github.io')).toThrow('SITE_URL is "example.github.io"');
    expect(() => readSiteUrl('ftp://example.com/')).toThrow('https://example.github.io/aispm/');
  });

  it('is in robots.txt if it is set', () => {
    expect(robotsTxt({ url: 'https://a.example/b/', base: '/b/' })).toBe(
      'User-agent: *\nDisallow: /b/try.html\nDisallow: /b/coverage.html\n\nSitemap: https://a.example/b/sitemap.xml\n',
    );
    expect(robotsTxt({ url: undefined, base: '/' })).not.toContain('Sitemap');
  });
});

describe('the feed', () => {
  it('has the releases of the changelog with their dates', () => {
    const [newest] = readReleases();
    expect(newest?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(newest?.markdown).not.toBe('');
  });

  it('escapes markup, and starts with the newest release', () => {
    const feed = atomFeed('A & B', 'https://a.example/', [
      { version: '1.1.0', date: '2026-12-01', html: '<p>x</p>' },
      { version: '1.0.0', date: '2026-11-23', html: '' },
    ]);
    expect(feed).toContain('<title>A &amp; B</title>');
    expect(feed).toContain('<content type="html">&lt;p&gt;x&lt;/p&gt;</content>');
    expect(feed.match(/<updated>[^<]+/)?.[0]).toBe('<updated>2026-12-01T00:00:00Z');
    expect(() => atomFeed('A', 'https://a.example/', [])).toThrow('needs a release');
  });
});
