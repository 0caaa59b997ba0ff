import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser } from '@aispm/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { createServer, type Plugin } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mock, paths, TOKEN } from './support.ts';

const folder = join(import.meta.dirname, '../generated');
const require = createRequire(import.meta.url);
const rules = `${mock.basePath}${paths.rules}`;

/** The examples of the README by the packages that they import; those for overrides and records have a prefix. */
const examples = new Map(
  [...readFileSync(join(import.meta.dirname, '../README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code = '']) => {
      const topic = findTopic(code);
      return [[...topic, ...[...code.matchAll(/from '(.+?)'/g)].map(([, name]) => name)].join(' '), code];
    },
  ),
);

/** Distinguishes examples that import the same. */
function findTopic(code: string): string[] {
  if (/override|mockOperation/.test(code)) return ['override'];
  if (/seed\(data\)/.test(code)) return ['seed'];
  return code.includes('sendEvent') ? ['event'] : [];
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const name of examples.keys()) writeFileSync(findFile(name), examples.get(name) ?? '');
  const options = { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'], noEmit: true };
  const config = { extends: '../../../tsconfig.base.json', compilerOptions: options, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
});

afterEach(() => vi.restoreAllMocks());

/** Returns the file of an example. */
function findFile(name: string): string {
  if (!examples.has(name)) throw new Error(`The README has no example that imports ${name}.`);
  return join(folder, `${name.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}.ts`);
}

/** Runs an example and returns what it prints. */
async function run(name: string): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(findFile(name));
  await expect.poll(() => log.mock.calls.length).toBeGreaterThan(0);
  return log.mock.calls.map((values) => values.join(' ')).join('\n');
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Opens a page of an app with up to one script from the folder. */
async function openPage({ script, plugins = [] }: { script?: string; plugins?: Plugin[] } = {}): Promise<Page> {
  const server = await createServer({
    root: folder,
    configFile: false,
    cacheDir: join(folder, '.vite'),
    publicDir: dirname(require.resolve('msw/mockServiceWorker.js')),
    logLevel: 'error',
    // Vite finds the imports of the script before a page loads it; otherwise it would reload the page.
    optimizeDeps: { entries: script ?? [] },
    plugins: [
      ...plugins,
      {
        name: 'page',
        configureServer: ({ middlewares }) => {
          middlewares.use('/page', (_, response) => {
            response.setHeader('content-type', 'text/html');
            response.end(`<!doctype html>${script ? `<script type="module" src="/${script}"></script>` : ''}`);
          });
        },
      },
    ],
    server: { port: 0, host: '127.0.0.1' },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${server.resolvedUrls?.local[0]}page`);
  return page;
}

/** Sends a request from a page and returns the status. */
const getStatus = (page: Page) =>
  page.evaluate(async ([url, headers]) => (await fetch(url, { headers })).status, [rules, TOKEN] as const);

describe('the examples of the README', () => {
  it('compile with TypeScript 7', async () => {
    const tsc = require.resolve('@aispm/testing/tsc7.js');
    const compiled = promisify(execFile)(process.execPath, [tsc, '--project', folder, '--pretty', 'false']);
    expect((await compiled.catch((error: { stdout: string }) => error)).stdout).toBe('');
    expect(examples.size).toBe(10);
  });

  it('without a port: receives rules', async () => {
    expect(await run('@aispm/mock')).toMatch(/^200 \S+ \S+$/);
  });

  it('for MSW in Node.js: receives the preferred error', async () => {
    expect(await run('@aispm/mock/msw msw/node')).toMatch(/^404 {"code":404,/);
  });

  it('for webhooks: says what became of an event', async () => {
    expect(await run('event @aispm/mock')).toBe(
      'https://hooks.haldenfreight.example/security-channel The mock only calls loopback addresses.',
    );
  });

  it('for overrides: replaces a response once', async () => {
    expect(await run('override @aispm/mock')).toBe('429,200');
  });

  it('for overrides with MSW: replaces a response', async () => {
    expect(await run('override @aispm/mock/msw msw/node')).toBe('429');
  });

  it('for records: shows what was created', async () => {
    expect(await run('seed @aispm/mock')).toBe('Night Clerk 1 1\nsuppressed');
  });

  it('for Express: serves the API', async () => {
    expect(await run('@aispm/mock express')).toBe(`The API is at ${mock.basePath}`);
  });

  it('for MSW in a browser: responds to a page', async () => {
    const page = await openPage({ script: basename(findFile('@aispm/mock/msw msw/browser')) });
    // The page loads before its service worker starts.
    await expect.poll(() => getStatus(page), { interval: 200 }).toBe(200);
  });

  it('for Vite: responds to a page of the development server', async () => {
    const { default: config } = await import(findFile('@aispm/mock/vite vite'));
    expect(await getStatus(await openPage({ plugins: config.plugins }))).toBe(200);
  });

  it('for Playwright: responds to a page, also with a preferred error', async () => {
    const { mockApi } = await import(findFile('@aispm/mock playwright-core'));
    const page = await openPage();
    expect(await getStatus(page)).toBe(404);
    await mockApi(page);
    expect(await getStatus(page)).toBe(200);
    await mockApi(page, 'code=500');
    expect(await getStatus(page)).toBe(500);
  });
});
