import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { createServer, type Plugin } from 'vite';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startBrowser } from './browser.ts';
import { mock, paths, TOKEN } from './support.ts';

const folder = join(import.meta.dirname, '../generated');
const require = createRequire(import.meta.url);
const rules = `${mock.basePath}${paths.rules}`;

/** The examples of the README, each named by the packages that it imports. */
const examples = new Map(
  [...readFileSync(join(import.meta.dirname, '../README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code = '']) => [[...code.matchAll(/from '(.+?)'/g)].map(([, name]) => name).join(' '), code],
  ),
);

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const name of examples.keys()) writeFileSync(fileOf(name), examples.get(name) ?? '');
  const options = { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'], noEmit: true };
  const config = { extends: '../../../tsconfig.base.json', compilerOptions: options, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
});

afterEach(() => vi.restoreAllMocks());

/** The file of an example. */
function fileOf(name: string): string {
  if (!examples.has(name)) throw new Error(`The README has no example that imports ${name}.`);
  return join(folder, `${name.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}.ts`);
}

/** Runs an example to its end, and returns what it prints. */
async function run(name: string): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(fileOf(name));
  await vi.waitFor(() => expect(log).toHaveBeenCalled());
  return log.mock.calls.map((words) => words.join(' ')).join('\n');
}

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Opens a page of an app that has at most one script, a file of the folder. */
async function openPage({ script, plugins = [] }: { script?: string; plugins?: Plugin[] } = {}): Promise<Page> {
  const server = await createServer({
    root: folder,
    configFile: false,
    cacheDir: join(folder, '.vite'),
    publicDir: dirname(require.resolve('msw/mockServiceWorker.js')),
    logLevel: 'error',
    // What the script imports is found before a page asks for it, which Vite would load once more.
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

/** The status of a request that a page sends. */
const statusIn = (page: Page) =>
  page.evaluate(async ([url, headers]) => (await fetch(url, { headers })).status, [rules, TOKEN] as const);

/** The native TypeScript, and the one that the mock is built with, which takes several times as long. */
const compilers = [
  { version: '7', tsc: require.resolve('@aispm/typescript7/tsc7.js'), tags: [] },
  { version: '5.9', tsc: require.resolve('typescript/bin/tsc'), tags: ['long'] },
];

for (const { version, tsc, tags } of compilers)
  test(`every example compiles with TypeScript ${version}`, { tags }, async () => {
    const compiled = promisify(execFile)(process.execPath, [tsc, '--project', folder, '--pretty', 'false']);
    expect((await compiled.catch((error: { stdout: string }) => error)).stdout).toBe('');
    expect(examples.size).toBe(6);
  });

test('the example without a port gets rules', async () => {
  expect(await run('@aispm/mock')).toMatch(/^200 \S+ \S+$/);
});

test('the example for MSW in Node.js gets the error that it prefers', async () => {
  expect(await run('@aispm/mock/msw msw/node')).toMatch(/^404 {"code":404,/);
});

test('the example for Express starts', async () => {
  expect(await run('@aispm/mock express')).toBe(`The API is at ${mock.basePath}`);
});

test('the example for MSW in a browser answers a page', async () => {
  const page = await openPage({ script: basename(fileOf('@aispm/mock/msw msw/browser')) });
  // The page is there before its service worker.
  await expect.poll(() => statusIn(page), { interval: 200 }).toBe(200);
});

test('the example for Vite answers a page of its server', async () => {
  const { default: config } = await import(fileOf('@aispm/mock/vite vite'));
  expect(await statusIn(await openPage({ plugins: config.plugins }))).toBe(200);
});

test('the example for Playwright answers a page, also with the error that the test wants', async () => {
  const { mockApi } = await import(fileOf('@aispm/mock playwright-core'));
  const page = await openPage();
  expect(await statusIn(page)).toBe(404);
  await mockApi(page);
  expect(await statusIn(page)).toBe(200);
  await mockApi(page, 'code=500');
  expect(await statusIn(page)).toBe(500);
});
