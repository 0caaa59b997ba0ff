/** A page on another origin calls the mock with the client, in Chromium. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from '@aispm/client';
import { type Json, listInvalidRequests, type Operation } from '@aispm/conformance';
import { type Call, createValidRequest, getCall, operations, toArguments } from '@aispm/contract-tests/operations';
import { listRequiredHeaders } from '@aispm/contract-tests/responses';
import { createMock, type Mock, type RunningMock } from '@aispm/mock';
import { sampleByHash } from '@aispm/testing';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

/** The arguments of a call in the page. */
interface PageCall {
  id: string;
  args: object;
  baseUrl: string;
  token: string | undefined;
  headers?: Record<string, string>;
}

/** The result of a call in the page. */
interface PageResult {
  status: number;
  data: unknown;
  headers: Record<string, string>;
}

/** The bundle of the client in the page. */
declare const api: Pick<typeof client, 'createClient'>;

let mock: Mock;
let running: RunningMock;
let stateful: RunningMock;
let site: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
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
  browser = await chromium.connect(inject('browser'));
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  await Promise.all([running?.close(), stateful?.close()]);
});

/** Calls operations in the page sequentially, without retries. */
function call(...calls: Partial<PageCall>[]): Promise<PageResult[]> {
  return page.evaluate(
    async (list) => {
      const results = [];
      for (const { id, args, headers, ...settings } of list) {
        const operation = (api as unknown as Record<string, Pick<Call, 'result'>>)[id] as Pick<Call, 'result'>;
        const caller = api.createClient({ ...settings, retry: false });
        const { status, data, headers: received } = await operation.result(caller, args, { headers: headers ?? {} });
        results.push({ status, data, headers: Object.fromEntries(received) });
      }
      return results;
    },
    calls.map((options) => ({ baseUrl: running.url, token: 't', headers: {}, ...options }) as PageCall),
  );
}

/** Calls an operation without a browser or a network. */
function callDirectly(operation: Operation) {
  const direct = client.createClient({
    baseUrl: `http://mock.test${mock.basePath}`,
    token: 't',
    fetch: mock.fetch as client.Fetch,
  });
  return getCall(operation).result(direct, getValidArguments(operation));
}

function getValidArguments(operation: Operation): Json {
  return toArguments(createValidRequest(operation));
}

/** Returns the arguments of an invalid request that a client can send; undefined when there is none. */
function findInvalidArguments(operation: Operation): Json | undefined {
  const invalid = listInvalidRequests(operation, createValidRequest(operation)).find(
    ({ location, mistake, request, statuses }) =>
      statuses.length === 1 && !location.startsWith('path/') && mistake !== 'is missing' && request.text === undefined,
  );
  return invalid && toArguments(invalid.request);
}

/** Each push calls a quarter of them: the contract tests call all of them without a browser. */
const cases = sampleByHash(operations, ({ id }) => id, 4);

describe.each(cases)('$id, called by a page', (operation) => {
  const { id } = operation;
  const args = getValidArguments(operation);

  it('succeeds, and returns every header that the mock sends', async () => {
    const [result] = await call({ id, args });
    expect(result?.status).toBeLessThan(300);
    const direct = await callDirectly(operation);
    expect(result?.data).toEqual(direct.data);
    // Browsers don't expose `Vary` to pages.
    const exposed = [...direct.headers.keys()].filter((name) => name !== 'vary');
    expect(Object.keys(result?.headers ?? {})).toEqual(expect.arrayContaining(exposed));
    expect(exposed).toEqual(expect.arrayContaining(listRequiredHeaders(id, direct.status)));
  });

  it('returns every possible error with its required headers', async () => {
    const possible = [...operation.responses.keys(), ...operation.protocolResponses.keys()];
    const statuses = [...new Set(possible)].filter((status) => status >= 400);
    const results = await call(...statuses.map((status) => ({ id, args, headers: { prefer: `code=${status}` } })));
    for (const [index, status] of statuses.entries()) {
      const { headers, ...result } = results[index] as PageResult;
      expect(result).toMatchObject({ status, data: { code: status, message: expect.stringMatching(/./) } });
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(listRequiredHeaders(id, status)));
    }
  });

  it('returns an error for a missing token and for an invalid request', async () => {
    const invalid = findInvalidArguments(operation);
    const [unauthorized, rejected] = await call({ id, args, token: undefined }, { id, args: invalid ?? args });
    expect(unauthorized).toMatchObject({ status: 401, data: { code: 401 } });
    if (invalid) expect(rejected).toMatchObject({ status: 400, data: { code: 400 } });
  });
});

const hasParameter = (name: string) => (operation: Operation) =>
  operation.parameters.some((parameter) => parameter.name === name);

describe('a page', () => {
  it('reads lists page by page', async () => {
    const lists = operations
      .filter(hasParameter('cursor'))
      .map((operation) => ({ id: operation.id, args: { ...getValidArguments(operation), page_size: 1 } }));
    const first = await call(...lists);
    const cursors = first.map(({ data }) => (data as { cursor: string }).cursor);
    const second = await call(
      ...lists.map(({ id, args }, index) => ({ id, args: { ...args, cursor: cursors[index] } })),
    );
    expect(cursors.filter((cursor) => cursor !== '').length).toBeGreaterThan(1);
    for (const [index, { status, data }] of second.entries()) {
      if (cursors[index] === '') continue;
      expect(status).toBe(200);
      expect(data).not.toEqual(first[index]?.data);
    }
  });

  it.each(operations.filter(hasParameter('If-Match')).filter(({ method }) => method === 'PUT'))(
    'sends the ETag of a read to $method $path',
    async (operation) => {
      const { id, path } = operation;
      const get = operations.find((candidate) => candidate.path === path && candidate.method === 'GET');
      const args = getValidArguments(operation);
      const server = { baseUrl: stateful.url };
      const [put, read] = await call({ id, args, ...server }, { id: get?.id as string, args, ...server });
      expect([put?.status, read?.status]).toEqual([expect.toBeOneOf([200, 201]), 200]);
      const etag = read?.headers.etag;
      expect(etag).toBe(put?.headers.etag);
      const [accepted, rejected] = await call(
        { id, args: { ...args, 'If-Match': etag }, ...server },
        { id, args: { ...args, 'If-Match': '"another"' }, ...server },
      );
      expect([accepted?.status, rejected?.status]).toEqual([200, 412]);
    },
  );

  it('gets 405 and the allowed methods for an unsupported method', async () => {
    const response = await page.evaluate(async (url) => {
      const { status, headers } = await fetch(url, { method: 'PATCH', headers: { authorization: 'Bearer t' } });
      return { status, allow: headers.get('allow') };
    }, `${running.url}/rules/tenants/t1/workspaces/w1`);
    expect(response).toEqual({ status: 405, allow: 'GET, HEAD' });
  });
});
