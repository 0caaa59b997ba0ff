import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isJsonMediaType } from '@aispm/openapi';
import { sampleByHash } from '@aispm/testing';
import { launchBrowser } from '@aispm/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { mock, operations, paths, TOKEN } from './support.ts';

/** A request that a page sends to a path on its origin. */
interface PageRequest {
  path: string;
  init: { method?: string; headers: Record<string, string>; body?: string };
}

/** A response that a page receives. */
interface PageResponse {
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
    // The script of the service worker, which apps copy.
    publicDir: dirname(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')),
    configFile: false,
    cacheDir,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

/** Opens a page with a service worker that uses the handlers. */
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
/** Returns the page that read-only tests share. */
function getSharedPage(): Promise<Page> {
  shared ??= openPage({ now: false });
  return shared;
}

/** Reloads a page, and starts its handlers again. */
async function reload(page: Page, options: object): Promise<void> {
  await page.reload();
  await page.waitForFunction('window.ready === true');
  await page.evaluate(`window.start(${JSON.stringify(options)}).then(() => undefined)`);
}

/** Sends requests from the page sequentially. */
function send(page: Page, requests: PageRequest[]): Promise<PageResponse[]> {
  return page.evaluate(async (list) => {
    const responses = [];
    for (const { path, init } of list) {
      const response = await fetch(path, init);
      const headers = Object.fromEntries(response.headers);
      responses.push({ status: response.status, headers, text: await response.text() });
    }
    return responses;
  }, requests);
}

/** Sends a request to `handle()`, in Node.js. */
async function sendToHandle({ path, init }: PageRequest): Promise<PageResponse> {
  const response = await mock.fetch(`${origin}${path}`, init);
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** Creates a valid request. */
function createRequest(operation: (typeof operations)[number], more: Record<string, string> = {}): PageRequest {
  const sample = createSampleRequest(operation);
  if (!sample) throw new Error(`${operation.iid} requires a value that has no example.`);
  const { method, path, headers, body } = sample;
  const init = { method, headers: { ...TOKEN, ...headers, ...more }, ...(body !== undefined && { body }) };
  return { path: `${mock.basePath}${path}`, init };
}

/** Removes headers that differ between responses, and the header that only cross-origin requests get. */
function toComparable({ headers, ...response }: PageResponse) {
  const { 'x-request-id': id, vary: _, ...others } = headers;
  return { ...response, headers: others, hasId: id !== undefined };
}

describe('a sample of the operations', { tags: ['long'] }, () => {
  const cases = sampleByHash(operations, ({ iid }) => iid, 10);

  it('returns in a page every operation × status × example of the contract', async () => {
    const examples = cases.flatMap((operation) =>
      operation.responses.flatMap(({ code, contents = [] }) =>
        contents.flatMap(({ mediaType, examples = [] }) =>
          examples.map((example) => ({ operation, code, mediaType, example })),
        ),
      ),
    );
    const page = await getSharedPage();
    const responses = await send(
      page,
      examples.map(({ operation, code, mediaType, example }) =>
        createRequest(operation, { prefer: `code=${code}, example=${example.key}`, accept: mediaType }),
      ),
    );
    const received = responses.map(({ status, text }, index) => {
      const json = isJsonMediaType(examples[index]?.mediaType ?? '');
      return { status, body: json ? JSON.parse(text) : text };
    });
    expect(examples.length).toBeGreaterThan(cases.length);
    expect(received).toEqual(
      examples.map(({ code, example }) => ({ status: Number(code), body: 'value' in example && example.value })),
    );
  });

  it('returns in a page the same responses to valid and invalid requests as handle()', async () => {
    const requests = cases.flatMap((operation) => {
      const valid = createRequest(operation);
      const { authorization: _, ...withoutToken } = valid.init.headers;
      return [
        valid,
        { ...valid, init: { ...valid.init, headers: withoutToken } },
        { ...valid, path: `${valid.path.split('?')[0]}/no/such/path` },
        { ...valid, init: { ...valid.init, headers: { ...valid.init.headers, prefer: 'code=799' } } },
        ...(operation.request?.query ?? []).map(({ name }) => ({
          ...valid,
          path: `${valid.path.split('?')[0]}?${name}=`,
        })),
        ...(valid.init.body ? ['[', '[]', '"text"'].map((body) => ({ ...valid, init: { ...valid.init, body } })) : []),
      ];
    });
    const page = await getSharedPage();
    const responses = (await send(page, requests)).map(toComparable);
    const expected = (await Promise.all(requests.map(sendToHandle))).map(toComparable);
    expect(responses).toEqual(expected);
  });
});

describe('the MSW handlers in a page', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage({ stateful: true });
  });

  it('generate bodies, store records and select pages', async () => {
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
        await sendToHandle({
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

  it('pass other requests to the server of the page', async () => {
    const [response] = await send(page, [{ path: '/index.html', init: { headers: {} } }]);
    expect(response?.text).toContain('An app with a mock');
  });
});

describe('the records of stateful handlers', { tags: ['long'] }, () => {
  const view = { name: 'Kept', entity: 'agents', filters: {}, columns: ['aispm_friendly_name'] };
  const init = {
    method: 'POST',
    headers: { ...TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(view),
  };
  const create = { path: `${mock.basePath}/views`, init };
  const list = { path: `${mock.basePath}/views`, init: { headers: TOKEN } };

  it.each([
    [true, true],
    [false, false],
  ])('survive a reload of the page with persist: %s is %s', async (persist, isKept) => {
    const options = { stateful: true, persist };
    const page = await openPage(options);
    expect((await send(page, [create]))[0]?.status).toBe(201);
    await reload(page, options);
    const [listed] = await send(page, [list]);
    expect(listed?.text.includes('"Kept"')).toBe(isKept);
    await page.context().close();
  });

  it('are discarded when they do not match the handlers', async () => {
    const page = await openPage({ stateful: true, persist: true });
    await send(page, [create]);
    await page.evaluate(() =>
      sessionStorage.setItem('aispm-mock-state', '{"format":"aispm-mock-state","version":1,"start":{}}'),
    );
    await reload(page, { stateful: true, persist: true });
    const [listed] = await send(page, [list]);
    expect([listed?.status, listed?.text.includes('"Kept"')]).toEqual([200, false]);
    await page.context().close();
  });
});
