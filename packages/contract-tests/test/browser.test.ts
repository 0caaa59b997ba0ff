/** A page of another origin calls the mock with the client, in Chromium. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from '@aispm/client';
import { createMock, type Mock, type RunningMock } from '@aispm/mock';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badArguments, goodArguments, type Operation, operations } from './requests.ts';

/** A call of the client, as it goes into the page. */
interface Call {
  id: string;
  args: object;
  baseUrl: string;
  token: string | undefined;
  headers?: Record<string, string>;
}

/** What the page makes of it. */
interface Outcome {
  status: number;
  data: unknown;
  headers: Record<string, string>;
}

type Operate = (
  client: client.Client,
  args: object,
  options?: object,
) => Promise<{ status: number; data: unknown; headers: Headers }>;

/** The bundle of the client in the page. */
declare const api: Pick<typeof client, 'createClient'>;

let mock: Mock;
let running: RunningMock;
let stateful: RunningMock;
let site: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`No browser at ${executablePath}: apt-get install chromium, or name one in CHROMIUM_PATH.`);
  }
  mock = await createMock();
  running = await mock.listen({ port: 0 });
  stateful = await (await createMock({ stateful: true })).listen({ port: 0 });
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@aispm/client'", resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'api',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  site = createServer((request, response) => {
    const isScript = request.url === '/client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>Another origin</title><script src="/client.js"></script>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  await Promise.all([running?.close(), stateful?.close()]);
});

/** Lets the page call operations, one after the other; none is tried twice. */
function call(...calls: Partial<Call>[]): Promise<Outcome[]> {
  return page.evaluate(
    async (list) => {
      const outcomes = [];
      for (const { id, args, headers, ...settings } of list) {
        const operation = (api as unknown as Record<string, { result: Operate }>)[id] as { result: Operate };
        const caller = api.createClient({ ...settings, retry: false });
        const { status, data, headers: received } = await operation.result(caller, args, { headers });
        outcomes.push({ status, data, headers: Object.fromEntries(received) });
      }
      return outcomes;
    },
    calls.map((one) => ({ baseUrl: running.url, token: 't', headers: {}, ...one }) as Call),
  );
}

/** The same call without a browser and without a network. */
function callDirectly(operation: Operation) {
  const direct = client.createClient({
    baseUrl: `http://mock.test${mock.basePath}`,
    token: 't',
    fetch: mock.fetch as client.Fetch,
  });
  const functions = client as unknown as Record<string, { result: Operate }>;
  return functions[operation.id]?.result(direct, goodArguments(operation));
}

/** Names of the headers that an answer must have, as browsers write them. */
function requiredHeaders(operation: Operation, status: number): string[] {
  const { headers = {} } = operation.responses[status] ?? {};
  return Object.entries(headers).flatMap(([name, { required }]) => (required ? [name.toLowerCase()] : []));
}

test('the calls below are of every method and tag of the contract', () => {
  expect(new Set(operations.map(({ method }) => method))).toEqual(new Set(['get', 'post', 'put', 'patch', 'delete']));
});

/** Of each method the first operation and every fourth one are called on each push, the others in the tests that take long. */
const cases = operations.map((operation) => {
  const before = operations.slice(0, operations.indexOf(operation)).filter(({ method }) => method === operation.method);
  return { ...operation, operation, tags: before.length % 4 === 0 ? [] : ['long'] };
});

describe.each(cases)('$method $path', ({ id, operation, tags }) => {
  const args = goodArguments(operation);

  test('succeeds, and every header that the mock sends can be read', { tags }, async () => {
    const [outcome] = await call({ id, args });
    expect(outcome?.status).toBeLessThan(300);
    const direct = await callDirectly(operation);
    if (!direct) throw new Error(`The client has no function ${id}.`);
    expect(outcome?.data).toEqual(direct.data);
    // Browsers keep to themselves what is meant for them.
    const meantForPages = [...direct.headers.keys()].filter((name) => name !== 'vary');
    expect(Object.keys(outcome?.headers ?? {})).toEqual(expect.arrayContaining(meantForPages));
    expect(meantForPages).toEqual(expect.arrayContaining(requiredHeaders(operation, direct.status)));
  });

  test('every declared error arrives, with the headers that it must have', { tags }, async () => {
    const statuses = Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status >= 400);
    const outcomes = await call(...statuses.map((status) => ({ id, args, headers: { prefer: `code=${status}` } })));
    for (const [index, status] of statuses.entries()) {
      expect(outcomes[index]).toMatchObject({ status, data: { code: status, message: expect.stringMatching(/./) } });
      expect(Object.keys(outcomes[index]?.headers ?? {})).toEqual(
        expect.arrayContaining(requiredHeaders(operation, status)),
      );
    }
  });

  test('a missing token and a mistake are told', { tags }, async () => {
    const bad = badArguments(operation);
    const [stranger, mistaken] = await call({ id, args, token: undefined }, { id, args: bad?.args ?? args });
    expect(stranger).toMatchObject({ status: 401, data: { code: 401 } });
    if (bad) expect(mistaken).toMatchObject({ status: 400, data: { code: 400 } });
  });
});

/** Whether an operation takes a parameter. */
const takes = (name: string) => (operation: Operation) => operation.parameters.some((one) => one.name === name);

test('lists are walked page by page', async () => {
  const lists = operations
    .filter(takes('cursor'))
    .map((operation) => ({ id: operation.id, args: { ...goodArguments(operation), page_size: 1 } }));
  const firsts = await call(...lists);
  const cursors = firsts.map(({ data }) => (data as { cursor: string }).cursor);
  const seconds = await call(
    ...lists.map(({ id, args }, index) => ({ id, args: { ...args, cursor: cursors[index] } })),
  );
  const walked = seconds.filter((_, index) => cursors[index] !== '');
  expect(walked.length).toBeGreaterThan(1);
  for (const [index, { status, data }] of seconds.entries()) {
    if (cursors[index] === '') continue;
    expect(status).toBe(200);
    expect(data).not.toEqual(firsts[index]?.data);
  }
});

test.each(operations.filter(takes('If-Match')).filter(({ method }) => method === 'put'))(
  '$method $path honours the ETag that the page has read',
  async (operation) => {
    const { id, path } = operation;
    const read = operations.find((one) => one.path === path && one.method === 'get');
    const { headers: _, ...args } = goodArguments(operation) as { headers?: unknown };
    const at = { baseUrl: stateful.url };
    const [put, got] = await call({ id, args, ...at }, { id: read?.id as string, args, ...at });
    expect([put?.status, got?.status]).toEqual([expect.toBeOneOf([200, 201]), 200]);
    const etag = got?.headers.etag;
    expect(etag).toBe(put?.headers.etag);
    const [met, missed] = await call(
      { id, args: { ...args, 'If-Match': etag }, ...at },
      { id, args: { ...args, 'If-Match': '"another"' }, ...at },
    );
    expect([met?.status, missed?.status]).toEqual([200, 412]);
  },
);

test('a method that a path does not have gets a 405 with the methods that it has', async () => {
  const allowed = await page.evaluate(async (url) => {
    const { status, headers } = await fetch(url, { method: 'PATCH', headers: { authorization: 'Bearer t' } });
    return { status, allow: headers.get('allow') };
  }, `${running.url}/rules/tenants/t1/workspaces/w1`);
  expect(allowed).toEqual({ status: 405, allow: 'GET, HEAD' });
});
