import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { contractDigest } from '@aispm/spec/digest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listContractOperations, readContract } from '../build/contract.ts';
import { listRelations } from '../build/diagrams.ts';
import { listPermanentAnchors, listSiteAnchors } from '../build/site-anchors.ts';
import { parseStateMachine } from '../build/state-diagram.ts';
import { type DocsServer, serveDocs } from '../server.ts';

const docs = join(import.meta.dirname, '..');
const dist = join(docs, 'dist');
const contract = readContract();
const require = createRequire(import.meta.url);
let site: DocsServer;

const readPage = (name: string) => readFileSync(join(dist, name), 'utf8');

beforeAll(async () => {
  site = await serveDocs({ port: 0 });
});

afterAll(async () => {
  await site?.close();
});

describe('the server of the site', () => {
  it.each(['openapi.yaml', 'openapi.json', 'openapi.compat.yaml', 'openapi.compat-3.0.yaml'])(
    'returns the contract as %s with its content type',
    async (name) => {
      const response = await fetch(`${site.url}/${name}`);
      expect(response.headers.get('content-type')).toBe(`application/${name.split('.').at(-1)}`);
      expect((await response.text()) === readFileSync(require.resolve(`@aispm/spec/${name}`), 'utf8')).toBe(true);
    },
  );

  it('returns the 404 page for an unknown path', async () => {
    const response = await fetch(`${site.url}/no-such-page`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(readPage('404.html'));
  });

  it('serves whole pages for invalid ranges', async () => {
    for (const range of ['bytes=10-5', 'bytes=-', 'bytes=99999999-']) {
      const response = await fetch(site.url, { headers: { range }, signal: AbortSignal.timeout(10_000) });
      expect(response.status, range).toBe(200);
    }
  });
});

/** Lists the links in pages and Markdown files, with the file that contains each. */
function listLinks(): { from: string; href: string }[] {
  const pages = globSync('**/*.html', { cwd: dist }).flatMap((from) =>
    [
      ...readPage(from)
        .replace(/<div id="redoc">[\s\S]*/, '')
        .matchAll(/<a [^>]*?href="([^"]*)"/g),
    ]
      .map(([, href = '']) => ({ from, href: href.replaceAll('&amp;', '&') }))
      .filter(({ href }) => href !== '#VPContent'),
  );
  const markdown = ['llms.txt', ...globSync('{operations,schemas}/*.md', { cwd: dist })].flatMap((from) =>
    [...readPage(from).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => ({
      from,
      href: from === 'llms.txt' ? href : href.replace(/^(?!\.\.|https?:)/, './'),
    })),
  );
  return [...pages, ...markdown];
}

describe('the links and URLs of the site', () => {
  it('point to existing pages, files and headings', () => {
    const anchors = new Set(listSiteAnchors(dist));
    const files = new Set(globSync('**/*', { cwd: dist }));
    const base = 'http://site/';
    const isBroken = ({ from, href }: { from: string; href: string }) => {
      const target = new URL(href, `${base}${from}`);
      if (`${target.origin}/` !== base) return false;
      const page = target.pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
      // The fragment of this page names an operation.
      if (page === 'try.html') return !files.has(page);
      if (!target.hash) return !files.has(page);
      return !anchors.has(`${page}${decodeURIComponent(target.hash)}`);
    };
    expect(
      listLinks()
        .filter(isBroken)
        .map(({ from, href }) => `${from}: ${href}`),
    ).toEqual([]);
  });

  it('match anchors.txt', () => {
    const listed = readFileSync(join(docs, 'anchors.txt'), 'utf8').trim().split('\n');
    const present = listPermanentAnchors(dist);
    const missing = listed.filter((anchor) => !present.includes(anchor));
    const unlisted = present.filter((anchor) => !listed.includes(anchor));
    expect(missing, 'other sites may link to these: restore them, or remove them from anchors.txt').toEqual([]);
    expect(unlisted, 'add them with "npm run anchors -w @aispm/docs"').toEqual([]);
  });

  it('include the coverage page with every documented response, to which the versioning guide links', () => {
    const page = readPage('coverage.html');
    for (const { operationId, responses } of listContractOperations(contract)) {
      for (const status of Object.keys(responses)) {
        expect(page).toContain(`href="reference/${operationId}.html#${operationId}-${status}"`);
      }
    }
    expect(readPage('guides/versioning.html')).toMatch(/<a [^>]*href="[^"]*\/coverage\.html"[^>]* target="_self"/);
    expect(readPage('index.html')).not.toContain('coverage.html');
  });

  it('contain no host if SITE_URL is not set', () => {
    expect(process.env.SITE_URL ?? '').toBe('');
    for (const name of globSync('**/*.{html,txt,xml}', { cwd: dist })) {
      const links = readPage(name).match(/(href|content)="http:\/\/127\.0\.0\.1:4020[^"]*"/g) ?? [];
      expect(
        links.filter((link) => link.startsWith('content')),
        name,
      ).toEqual([]);
    }
    expect(globSync('{sitemap,changelog}.xml', { cwd: dist })).toEqual([]);
    expect(readPage('robots.txt')).not.toContain('Sitemap');
  });
});

describe('the home page', () => {
  it('has a screenshot of the console in both themes, and links to the repository', () => {
    const page = readPage('index.html');
    for (const theme of ['light', 'dark']) expect(page).toContain(`src="/screenshots/console-issue-${theme}.webp"`);
    expect(page).toMatch(/<a [^>]*href="https:\/\/github\.com\/aispm\/aispm-contract"/);
  });
});

describe('the guides', () => {
  const texts = globSync('guides/*.md', { cwd: join(docs, 'site') }).map((name) => ({
    name,
    text: readFileSync(join(docs, 'site', name), 'utf8'),
  }));

  it.each(texts)(
    '$name installs no package of this repository from a registry, where its name is not reserved',
    ({ text }) => {
      const commands = text.match(/\b(?:npx|npm (?:install|i|exec))\b[^`\n]*/g) ?? [];
      expect(
        commands.filter((command) => /(?<![./~\w-])@?aispm[-/]/.test(command) && !/npx --no(-install)? /.test(command)),
      ).toEqual([]);
    },
  );

  it('mention one version of Node.js for packages, and one for the service', () => {
    const versions = texts.flatMap(({ text }) => text.match(/Node\.js\s+\d[\d.]*\d/g) ?? []);
    expect([...new Set(versions.map((version) => version.replaceAll(/\s+/g, ' ')))].toSorted()).toEqual([
      'Node.js 20.19',
      'Node.js 24.18',
    ]);
  });

  it('start with the same two commands as the README', () => {
    const quickStart = texts.find(({ name }) => name === 'guides/quick-start.md')?.text;
    const readme = readFileSync(join(docs, '../../../README.md'), 'utf8');
    for (const text of [quickStart, readme]) expect(text).toContain('npm ci && npm start');
  });
});

describe('the built pages', () => {
  it('show the version and the digest of the contract in the footer', () => {
    const text = readPage('guides/paging.html').replaceAll(/<[^>]+>/g, '');
    expect(text).toContain(`Contract ${contract.info.version}`);
    expect(text).toContain(contractDigest);
  });

  it('show the digest of the file in the versioning guide', () => {
    const guide = readFileSync(join(docs, 'site/guides/versioning.md'), 'utf8');
    const [, file = ''] = /^sha256sum (\S+)$/m.exec(guide) ?? [];
    const digest = createHash('sha256').update(readPage(file)).digest('hex');
    expect(digest).toBe(contractDigest);
  });

  it('forbid loading from other sites', () => {
    for (const page of globSync('**/*.html', { cwd: dist })) {
      expect(readPage(page), page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`);
    }
  });

  it('include a Markdown page for every operation, listed in llms.txt', () => {
    const index = readPage('llms.txt');
    for (const { operationId, method, path, responses } of listContractOperations(contract)) {
      const page = readPage(join('operations', `${operationId}.md`));
      expect(page).toContain(`\`${method.toUpperCase()} ${path}\``);
      for (const status of Object.keys(responses)) expect(page).toMatch(new RegExp(`(## Response|\\|) ${status}`));
      expect(index).toContain(`(operations/${operationId}.md)`);
    }
  });

  it('show the maximum size of request bodies', () => {
    expect(readPage('operations/submitScan.md')).toContain('`. Maximum size: 32 MiB, without compression.');
    for (const { operationId, requestBody } of listContractOperations(contract)) {
      const hasSize = readPage(`operations/${operationId}.md`).includes('Maximum size: ');
      expect(hasSize, operationId).toBe(requestBody !== undefined);
    }
  });

  it('load files that exist', () => {
    const scripts = globSync('assets/**/*.js', { cwd: dist }).map(readPage);
    for (const pattern of [/try-it\.[0-9a-f]{12}\.json/]) {
      const [name] = pattern.exec(scripts.join('\n')) ?? [];
      expect(globSync('*', { cwd: dist })).toContain(name);
    }
  });
});

describe('the diagrams', () => {
  const enumValues = (schema: string) => ((contract.components.schemas[schema]?.enum ?? []) as string[]).toSorted();

  it('show the states and edges of the contract', () => {
    const runs = readPage('guides/evaluation-runs.html');
    const graph = readPage('guides/object-graph.html');
    const labels = (html: string) =>
      [...html.matchAll(/<text [^>]*>([^<]+)</g)].map(([, text = '']) => text.trim().replace(/,$/, ''));
    expect(labels(runs).toSorted()).toEqual(enumValues('RunStatus'));
    expect(new Set(labels(graph))).toEqual(new Set(enumValues('EdgeName')));
    expect(graph.match(/<path [^>]*d="M[^"]*C[^"]*"/g)?.length).toBeGreaterThanOrEqual(listRelations(contract).length);
  });

  it('have every arrow of a drawing in a guide', () => {
    expect(parseStateMachine('a ──> b ──> c\n└─────┴──────> d')).toEqual({
      states: ['a', 'b', 'c', 'd'],
      transitions: [
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'd'],
        ['b', 'd'],
      ],
    });
    expect(parseStateMachine('const a = 1;')).toBeUndefined();
    expect(() => parseStateMachine('a ──> b\n  └──> c')).toThrow('column 3');
  });
});
