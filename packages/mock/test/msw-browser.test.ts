import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJson } from '../dist/request.js';
import { sampleRequest } from '../dist/sample.js';
import { startBrowser } from './browser.ts';
import { mock, operations, parts, paths, TOKEN } from './support.ts';

/** A request that a page sends, to a path of its own origin. */
interface PageRequest {
  path: string;
  init: { method?: string; headers: Record<string, string>; body?: string };
}

/** What the page gets. */
interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

let server: ViteDevServer;
let browser: Browser;
let origin: string;
const cacheDir = mkdtempSync(join(tmpdir(), 'aispm-msw-'));

beforeAll(async () => {
  server = await createServer({
    root: join(import.meta.dirname, 'msw-app'),
    // The script of the service worker, which apps have copies of.
    publicDir: dirname(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')),
    configFile: false,
    cacheDir,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

/** Opens a page whose requests a service worker answers with the handlers. */
async function openPage(options: object = {}): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  await page.goto(origin);
  await Promise.race([page.waitForFunction('window.ready === true'), failed]);
  await page.evaluate(`window.start(${JSON.stringify(options)}).then(() => undefined)`);
  return page;
}

let shared: Promise<Page> | undefined;
/** The page of the tests that leave nothing behind in it. */
function sharedPage(): Promise<Page> {
  shared ??= openPage();
  return shared;
}

/** Lets the page send requests, one after the other. */
function send(page: Page, requests: PageRequest[]): Promise<PageAnswer[]> {
  return page.evaluate(async (list) => {
    const answers = [];
    for (const { path, init } of list) {
      const response = await fetch(path, init);
      const headers = Object.fromEntries(response.headers);
      answers.push({ status: response.status, headers, text: await response.text() });
    }
    return answers;
  }, requests);
}

/** The same from `handle()`, in Node.js. */
async function handled({ path, init }: PageRequest): Promise<PageAnswer> {
  const response = await mock.fetch(`${origin}${path}`, init);
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** A request that the contract allows. */
function goodRequest(operation: (typeof operations)[number], more: Record<string, string> = {}): PageRequest {
  const sample = sampleRequest(operation);
  if (!sample) throw new Error(`${operation.iid} demands something that has no example.`);
  const { method, path, headers, body } = sample;
  const init = { method, headers: { ...TOKEN, ...headers, ...more }, ...(body !== undefined && { body }) };
  return { path: `${mock.basePath}${path}`, init };
}

/** Without what differs from answer to answer, and what only a request over HTTP from elsewhere gets. */
function comparable({ headers, ...answer }: PageAnswer) {
  const { 'x-request-id': id, vary: _, ...others } = headers;
  return { ...answer, headers: others, hasId: id !== undefined };
}

describe.each(parts(operations))('of $some.length operations', ({ some, tags }) => {
  test('every operation × status × example is answered in a page as it is in the contract', { tags }, async () => {
    const cases = some.flatMap((operation) =>
      operation.responses.flatMap(({ code, contents = [] }) =>
        contents.flatMap(({ mediaType, examples = [] }) =>
          examples.map((example) => ({ operation, code, mediaType, example })),
        ),
      ),
    );
    const page = await sharedPage();
    const answers = await send(
      page,
      cases.map(({ operation, code, mediaType, example }) =>
        goodRequest(operation, { prefer: `code=${code}, example=${example.key}`, accept: mediaType }),
      ),
    );
    const shown = answers.map(({ status, text }, index) => {
      const json = isJson(cases[index]?.mediaType ?? '');
      return { status, body: json ? JSON.parse(text) : text };
    });
    expect(cases.length).toBeGreaterThan(some.length);
    expect(shown).toEqual(
      cases.map(({ code, example }) => ({ status: Number(code), body: 'value' in example && example.value })),
    );
  });

  test('every operation answers good and bad requests in a page as handle() does', { tags }, async () => {
    const requests = some.flatMap((operation) => {
      const good = goodRequest(operation);
      const { authorization: _, ...stranger } = good.init.headers;
      return [
        good,
        { ...good, init: { ...good.init, headers: stranger } },
        { ...good, path: `${good.path.split('?')[0]}/no/such/path` },
        { ...good, init: { ...good.init, headers: { ...good.init.headers, prefer: 'code=799' } } },
        ...(operation.request?.query ?? []).map(({ name }) => ({
          ...good,
          path: `${good.path.split('?')[0]}?${name}=`,
        })),
        ...(good.init.body ? ['[', '[]', '"text"'].map((body) => ({ ...good, init: { ...good.init, body } })) : []),
      ];
    });
    const page = await sharedPage();
    const answers = (await send(page, requests)).map(comparable);
    const expected = (await Promise.all(requests.map(handled))).map(comparable);
    expect(answers).toEqual(expected);
  });
});

test('generated bodies, state and pages work in a page', async () => {
  const page = await openPage({ stateful: true });
  const json = { ...TOKEN, 'content-type': 'application/json' };
  const body = JSON.stringify({ agent_id: 'a1', evaluation_id: 'e1', schedule: 'weekly' });
  const list = `${mock.basePath}${paths.agentEvaluations}`;
  const [created, generated, first] = await send(page, [
    { path: list, init: { method: 'POST', headers: json, body } },
    {
      path: `${mock.basePath}${paths.rules}`,
      init: { headers: { ...TOKEN, prefer: 'dynamic=true, seed=demo' } },
    },
    { path: `${mock.basePath}${paths.rules}?page_size=2`, init: { headers: TOKEN } },
  ]);
  expect(created?.status).toBe(201);
  expect(generated?.text).toBe(
    (
      await handled({
        path: `${mock.basePath}${paths.rules}`,
        init: { headers: { ...TOKEN, prefer: 'dynamic=true, seed=demo' } },
      })
    ).text,
  );
  const { id } = JSON.parse(created?.text ?? '');
  const { items, cursor } = JSON.parse(first?.text ?? '');
  const [found, second] = await send(page, [
    { path: `${list}/${id}`, init: { headers: TOKEN } },
    { path: `${mock.basePath}${paths.rules}?page_size=2&cursor=${cursor}`, init: { headers: TOKEN } },
  ]);
  expect(JSON.parse(found?.text ?? '').id).toBe(id);
  expect(JSON.parse(second?.text ?? '').items).not.toEqual(items);
});

test('what is not of the API goes to the server of the page', async () => {
  const page = await sharedPage();
  const [answer] = await send(page, [{ path: '/index.html', init: { headers: {} } }]);
  expect(answer?.text).toContain('An app that is mocked');
});
