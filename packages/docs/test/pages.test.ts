import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { contractDigest } from '@aispm/spec/digest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf, readContract } from '../build/contract.ts';
import { relationsOf } from '../build/diagrams.ts';
import { lastingAnchors, siteAnchors } from '../build/site-anchors.ts';
import { readStateMachine } from '../build/state-diagram.ts';
import { type DocsServer, serveDocs } from '../server.ts';

const docs = join(import.meta.dirname, '..');
const dist = join(docs, 'dist');
const contract = readContract();
const operations = operationsOf(contract);
const require = createRequire(import.meta.url);
let site: DocsServer;

beforeAll(async () => {
  site = await serveDocs({ port: 0 });
});

afterAll(async () => {
  await site?.close();
});

test.each(['openapi.yaml', 'openapi.json'])('%s on the site is the contract, with its content type', async (name) => {
  const response = await fetch(`${site.url}/${name}`);
  expect(response.headers.get('content-type')).toBe(`application/${name.split('.')[1]}`);
  expect((await response.text()) === readFileSync(require.resolve(`@aispm/spec/${name}`), 'utf8')).toBe(true);
});

test('the foot of the pages has the version and the digest of the contract', () => {
  const text = readFileSync(join(dist, 'guides/paging.html'), 'utf8').replaceAll(/<[^>]+>/g, '');
  expect(text).toContain(`Contract ${contract.info.version}`);
  expect(text).toContain(contractDigest);
});

test('an unknown address gets a 404 with the page for it', async () => {
  const response = await fetch(`${site.url}/no-such-page`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(readFileSync(join(dist, '404.html'), 'utf8'));
});

test('every link inside the site leads to a page, a file or a heading', () => {
  const anchors = new Set(siteAnchors(dist));
  const files = new Set(globSync('**/*', { cwd: dist }));
  const base = 'http://site/';
  const broken: string[] = [];
  const check = (from: string, href: string) => {
    const target = new URL(href, `${base}${from}`);
    if (`${target.origin}/` !== base) return;
    const page = target.pathname.slice(1).replace(/^$|\/$/, 'index.html');
    const place = target.hash ? `${page}${decodeURIComponent(target.hash)}` : page;
    const isKnown = page === 'try.html' ? files.has(page) : anchors.has(place) || (!target.hash && files.has(page));
    if (!isKnown) broken.push(`${from}: ${href}`);
  };
  for (const page of globSync('**/*.html', { cwd: dist })) {
    const html = readFileSync(join(dist, page), 'utf8');
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      if (href !== '#VPContent') check(page, href.replaceAll('&amp;', '&'));
    }
  }
  for (const text of ['llms.txt', ...globSync('operations/*.md', { cwd: dist })]) {
    for (const [, href = ''] of readFileSync(join(dist, text), 'utf8').matchAll(/\]\(([^)\s]+)\)/g))
      check(text, text === 'llms.txt' ? href : href.replace(/^(?!\.\.|https?:)/, './'));
  }
  const reference = globSync('reference.*.json', { cwd: dist }).map((name) => readFileSync(join(dist, name), 'utf8'));
  for (const [, href = ''] of reference.join('').matchAll(/\]\(((?:#\/|operations\/|try\.html)[^)\s]*)\)/g))
    check('reference.html', href);
  expect(broken).toEqual([]);
});

test('no anchor of the last release is lost, and new ones are in the list', () => {
  const listed = readFileSync(join(docs, 'anchors.txt'), 'utf8').trim().split('\n');
  const present = lastingAnchors(dist);
  const lost = listed.filter((anchor) => !present.includes(anchor));
  const unlisted = present.filter((anchor) => !listed.includes(anchor));
  expect(lost, 'links from elsewhere lead there').toEqual([]);
  expect(unlisted, 'npm run anchors -w @aispm/docs adds them').toEqual([]);
});

test('the navigation leads to the page of the coverage, which is there', () => {
  expect(readFileSync(join(dist, 'coverage.html'), 'utf8').match(/<h1>/g)).toHaveLength(1);
  const home = readFileSync(join(dist, 'index.html'), 'utf8');
  const base = /<a class="title" href="([^"]*)"/.exec(home)?.[1];
  expect(home).toMatch(new RegExp(`<a [^>]*href="${base}coverage.html" target="_self"`));
});

test('every operation has a page in Markdown, and llms.txt names it', () => {
  const index = readFileSync(join(dist, 'llms.txt'), 'utf8');
  for (const { operationId, method, path, answers } of operations) {
    const page = readFileSync(join(dist, 'operations', `${operationId}.md`), 'utf8');
    expect(page).toContain(`\`${method.toUpperCase()} ${path}\``);
    for (const status of Object.keys(answers)) expect(page).toMatch(new RegExp(`(## Answer|\\|) ${status}`));
    expect(index).toContain(`(operations/${operationId}.md)`);
  }
});

test('every page forbids what is not of the site', () => {
  for (const page of globSync('**/*.html', { cwd: dist }))
    expect(readFileSync(join(dist, page), 'utf8'), page).toContain(
      `http-equiv="Content-Security-Policy" content="default-src 'none';`,
    );
});

test('the sitemap and Open Graph name the pages whole', () => {
  // Nobody sends others there.
  const unshared = ['404.html', 'coverage.html'];
  const sitemap = readFileSync(join(dist, 'sitemap.xml'), 'utf8');
  for (const page of globSync('guides/*.html', { cwd: dist }))
    expect(sitemap).toMatch(new RegExp(`<loc>http[^<]*/${page}`));
  for (const page of globSync('**/*.html', { cwd: dist }).filter((name) => !unshared.includes(name))) {
    const html = readFileSync(join(dist, page), 'utf8');
    expect(html, page).toMatch(/property="og:title" content="[^"]+"/);
    expect(html, page).toMatch(/property="og:image" content="http[^"]+\/og\.png"/);
  }
  expect(readFileSync(join(dist, 'og.png')).subarray(1, 4).toString()).toBe('PNG');
});

/** The values of an enumeration of the contract, sorted. */
function valuesOf(schema: string): string[] {
  return ((contract.components.schemas[schema]?.enum ?? []) as string[]).toSorted();
}

test('the diagrams show the states and edges of the contract', () => {
  const runs = readFileSync(join(dist, 'guides/evaluation-runs.html'), 'utf8');
  const graph = readFileSync(join(dist, 'guides/object-graph.html'), 'utf8');
  const texts = (html: string) =>
    [...html.matchAll(/<text [^>]*>([^<]+)</g)].map(([, text = '']) => text.trim().replace(/,$/, ''));
  expect(texts(runs).toSorted()).toEqual(valuesOf('RunStatus'));
  expect(new Set(texts(graph))).toEqual(new Set(valuesOf('EdgeName')));
  expect(graph.match(/<path [^>]*d="M[^"]*C[^"]*"/g)?.length).toBeGreaterThanOrEqual(relationsOf(contract).length);
});

test('a drawing of states is read with all its arrows', () => {
  expect(readStateMachine('a ──> b ──> c\n└─────┴──────> d')).toEqual({
    states: ['a', 'b', 'c', 'd'],
    transitions: [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'd'],
      ['b', 'd'],
    ],
  });
  expect(readStateMachine('const a = 1;')).toBeUndefined();
  expect(() => readStateMachine('a ──> b\n  └──> c')).toThrow('column 3');
});

test('what the pages load by name exists', () => {
  const scripts = globSync('assets/**/*.js', { cwd: dist }).map((name) => readFileSync(join(dist, name), 'utf8'));
  for (const pattern of [/redoc\.[0-9a-f]{12}\.js/, /reference\.[0-9a-f]{12}\.json/, /try-it\.[0-9a-f]{12}\.json/]) {
    const [name] = pattern.exec(scripts.join('\n')) ?? [];
    expect(globSync('*', { cwd: dist })).toContain(name);
  }
});
