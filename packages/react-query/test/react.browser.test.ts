import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMock, type Mock } from '@aispm/mock';
import { type Browser, launchBrowser, type Page } from '@aispm/testing/browser';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as Program from './app/app.tsx';

declare global {
  interface Window {
    /** The program, in a page. */
    program: typeof Program;
    /** Errors from which React recovered. */
    problems: string[];
  }
}

const require = createRequire(import.meta.url);
const VERSIONS = [
  { version: '18.3.1', react: 'react18', reactDom: 'react-dom18', tags: ['long'] },
  { version: '19.3.1', react: 'react', reactDom: 'react-dom', tags: [] },
];
const ORIGIN = 'http://page.test';
const TOKEN = 's3cret';

let browser: Browser;
let page: Page;
let mock: Mock;
let baseUrl: string;
let sent: string[];
/** Requests wait until this promise has settled. */
let allowed: Promise<void>;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  mock = await createMock({ stateful: true });
  baseUrl = `${ORIGIN}${mock.basePath}`;
  sent = [];
  allowed = Promise.resolve();
  page = await browser.newPage();
  await page.route(`${baseUrl}/**`, async (route) => {
    const sentRequest = route.request();
    const response = await request(sentRequest.url(), {
      method: sentRequest.method(),
      headers: sentRequest.headers(),
      body: sentRequest.postData(),
    });
    return route.fulfill({ status: response.status, body: await response.text() });
  });
});

afterEach(async () => {
  await page.close();
});

/** Sends a request to the mock, and records it. */
async function request(url: string, init: RequestInit): Promise<Response> {
  sent.push(`${init.method} ${new URL(url).pathname.split('/')[3]}`);
  await allowed;
  return mock.fetch(url, init);
}

/**
 * Bundles the program with a version of React, for production: otherwise strict mode mounts, and requests, everything twice.
 *
 * @returns the server bundle as a file, and the browser bundle as a script
 */
async function bundleProgram(react: string, reactDom: string): Promise<{ server: string; script: string }> {
  const server = join(import.meta.dirname, `../generated/app-${react}.mjs`);
  const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));
  const alias = { react: folderOf(react), 'react-dom': folderOf(reactDom) };
  const options = {
    entryPoints: [join(import.meta.dirname, 'app/app.tsx')],
    bundle: true,
    jsx: 'automatic' as const,
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  await build({
    ...options,
    alias,
    outfile: server,
    format: 'esm',
    platform: 'node',
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  });
  const { outputFiles } = await build({
    ...options,
    alias: { ...alias, 'react-dom/server': join(alias['react-dom'], 'server.browser.js') },
    write: false,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
  });
  return { server, script: outputFiles[0]?.text ?? '' };
}

/** Opens a page with the program. @param html the server-rendered HTML */
async function openPage(script: string, html: string): Promise<void> {
  await page.route(`${ORIGIN}/`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><main>${html}</main>` }),
  );
  await page.goto(`${ORIGIN}/`);
  await page.addScriptTag({ content: script });
}

const items = (id: string): Promise<string[]> => page.locator(`#${id} li`).allTextContents();

describe.each(VERSIONS)('with React $version', ({ version, react, reactDom, tags }) => {
  let server: string;
  let script: string;

  beforeAll(async () => {
    ({ server, script } = await bundleProgram(react, reactDom));
  });

  it('a page suspends, shows its queries, loads more pages and sends a mutation', { tags }, async () => {
    const { promise, resolve: allow } = Promise.withResolvers<void>();
    allowed = promise;
    await openPage(script, '');
    const loaded = await page.evaluate(
      ([address, token]) => {
        const { program } = window;
        const client = program.createClient({ baseUrl: address, token });
        program.showPage(document.querySelector('main') as Element, client, new program.QueryClient());
        return program.version;
      },
      [baseUrl, TOKEN] as const,
    );
    expect(loaded).toBe(version);
    await page.locator('#loading').waitFor();
    allow();
    await expect.poll(async () => (await items('rules')).filter((name) => name !== '…')).toHaveLength(3);
    await expect.poll(() => items('issues')).toHaveLength(2);
    expect(await page.locator('output').textContent()).toBe('3');

    await page.locator('#more').click();
    await expect.poll(() => items('issues')).toHaveLength(4);
    sent.length = 0;
    await page.locator('#start').click();
    await expect.poll(() => page.locator('#start').textContent()).toBe('Started');
    // The list is complete again before the mutation ends: both of its pages.
    expect(sent).toEqual(['PATCH issues', 'GET issues', 'GET issues']);
  });

  it('a server-rendered page is hydrated without a second request', { tags }, async () => {
    const program = (await import(pathToFileURL(server).href)) as typeof Program;
    const queryClient = new program.QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
    const serverClient = program.createClient({ baseUrl, token: TOKEN, fetch: request });
    await program.loadPage(queryClient, serverClient);
    expect(sent).toEqual(['GET rules', 'GET issues']);
    const html = program.renderPage(serverClient, queryClient);
    const state = JSON.stringify(program.dehydrate(queryClient));
    expect(html).toContain('<ol id="issues"><li>');
    expect(state).not.toMatch(/s3cret|page\.test/);
    sent.length = 0;

    await openPage(script, html);
    await page.evaluate(
      ([address, token, dehydrated]) => {
        const { program } = window;
        const client = program.createClient({ baseUrl: address, token });
        window.problems = [];
        program.hydratePage(
          document.querySelector('main') as Element,
          client,
          new program.QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } }),
          JSON.parse(dehydrated),
          (error) => window.problems.push(String(error)),
        );
      },
      [baseUrl, TOKEN, state] as const,
    );
    // The details of the rules were not loaded on the server: they are the only requests.
    await expect.poll(async () => (await items('rules')).filter((name) => name !== '…')).toHaveLength(3);
    expect(await items('issues')).toHaveLength(2);
    expect(sent).toEqual(['GET rules', 'GET rules', 'GET rules']);
    expect(await page.evaluate(() => window.problems)).toEqual([]);
  });
});
