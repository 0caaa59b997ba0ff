/** A mock that forwards requests to another server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type InitialOverride, type Mock, type MockOptions } from '@aispm/mock';
import type { AgentPage, CreatedApiKey } from '@aispm/types';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BASE, expectError, listExamples, paths } from './support.ts';

const KEY = 'aispm_k1_very-secret-part';
const TOKEN = { authorization: `Bearer ${KEY}` };
const [page] = Object.values(listExamples(paths.agents, 'get', '200')) as [AgentPage];

let folder: string;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-proxy-'));
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((message: string) => void warnings.push(message));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Starts a server that responds with a listener, and returns the URL of its API. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/real`;
}

/** Starts another mock as the server, and returns the URL of its API. */
async function serveMock(options: MockOptions = {}): Promise<{ real: Mock; url: string }> {
  const real = await createMock(options);
  const { url, close } = await real.listen({ port: 0 });
  onTestFinished(close);
  return { real, url };
}

const respond = (body: unknown, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'server-1', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};
const get = (mock: Mock, path: string, headers: Record<string, string> = TOKEN) =>
  mock.fetch(`${BASE}${path}`, { headers });

describe('a proxy', () => {
  it('forwards path, query, headers and body, without what is for the mock', async () => {
    const seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
    const bodies: string[] = [];
    const proxy = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen.push(request);
      bodies.push(Buffer.concat(chunks).toString());
      respond(page)(request, response);
    });
    const mock = await createMock({ proxy });
    const headers = { ...TOKEN, 'accept-language': 'de', cookie: 'a=b', origin: 'http://localhost', prefer: 'wait=1' };
    await get(mock, `${paths.agents}?name=a%20b&__wait=1&page_size=2`, headers);
    const text = '{"name":"An É"}';
    const init = { method: 'PATCH', body: text, headers: { ...TOKEN, 'content-type': 'application/json' } };
    await mock.fetch(`${BASE}${paths.agents}/x`, init);
    expect(seen.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `/real${paths.agents}?name=a%20b&page_size=2`],
      ['PATCH', `/real${paths.agents}/x`],
    ]);
    expect(seen[0]?.headers).toMatchObject({ ...TOKEN, 'accept-language': 'de', via: '1.1 aispm-mock' });
    for (const name of ['cookie', 'origin', 'prefer']) expect(seen[0]?.headers).not.toHaveProperty(name);
    expect(bodies).toEqual(['', text]);
  });

  it('returns the response of the server, even for a request that the contract rejects', async () => {
    const { real, url } = await serveMock();
    const mock = await createMock({ proxy: url });
    for (const path of [paths.agents, `${paths.agents}?page_size=0`, `${paths.agents}/no-such-agent`]) {
      const expected = await get(real, path);
      const received = await get(mock, path);
      expect(received.status).toBe(expected.status);
      expect(await received.json()).toEqual(await expected.json());
    }
    expect((await get(mock, paths.agents, {})).status).toBe(401);
    expect(warnings).toEqual([]);
  });

  it('keeps the request id of the server, and drops its cookies and CORS headers', async () => {
    const proxy = await serve(
      respond(page, { 'set-cookie': 'a=b', 'access-control-allow-origin': 'https://only.test' }),
    );
    const { headers } = await get(await createMock({ proxy }), paths.agents);
    expect(headers.get('x-request-id')).toBe('server-1');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-origin')).not.toBe('https://only.test');
  });

  it('does not apply to overrides and preferences', async () => {
    const mock = await createMock({ proxy: await serve(respond({ ...page, items: [] })) });
    const count = async (path: string) => ((await (await get(mock, path)).json()) as AgentPage).items.length;
    expect(await count(`${paths.agents}?__dynamic=true`)).toBeGreaterThan(0);
    expect((await get(mock, `${paths.agents}?__code=403`)).status).toBe(403);
    mock.override('listAgents', { status: 503, match: { query: { name: 'gone' } } });
    expect((await get(mock, `${paths.agents}?name=gone`)).status).toBe(503);
    expect(await count(paths.agents)).toBe(0);
    mock.override('listAgents', { status: 200, body: page });
    expect(await count(paths.agents)).toBe(page.items.length);
  });

  it('is what a function of an override gets from next', async () => {
    const mock = await createMock({ proxy: await serve(respond({ ...page, items: page.items.slice(0, 1) })) });
    mock.override('listAgents', async (_, next) => {
      const response = await next();
      if (response.status !== 200 || !response.body) return undefined;
      return { ...response, body: { ...response.body, cursor: 'changed' } };
    });
    expect(await (await get(mock, paths.agents)).json()).toMatchObject({ cursor: 'changed', items: [{}] });
  });

  it('prints each kind of difference once', async () => {
    const broken = page.items.map((agent) => ({ ...agent, aispm_friendly_name: 5 }));
    const mock = await createMock({ proxy: await serve(respond({ ...page, items: broken })) });
    for (let i = 0; i < 2; i++) await get(mock, paths.agents);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^listAgents 200, body \/items\/0\/aispm_friendly_name: expected string, got 5 \(GET .*X-Request-Id server-1\)$/,
      ),
    ]);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['status', (_, response) => response.writeHead(418).end(), /^listAgents 418, status: expected one of 200/],
    [
      'media type',
      respond('<p>', { 'content-type': 'text/html' }),
      /^listAgents 200, header content-type: expected application\/json, got text\/html/i,
    ],
    ['malformed JSON', respond('{"items":['), /^listAgents 200, body: expected valid JSON/],
  ])('prints another %s', async (_, listener, expected) => {
    await get(await createMock({ proxy: await serve(listener) }), paths.agents);
    expect(warnings).toEqual([expect.stringMatching(expected)]);
  });

  it('returns bytes that are not UTF-8', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00]);
    const proxy = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes),
    );
    expect(Buffer.from(await (await get(await createMock({ proxy }), paths.agents)).arrayBuffer())).toEqual(bytes);
  });

  it('responds with 502 and the reason when the server cannot be reached', async () => {
    const proxy = await serve((_, response) => void response.destroy());
    const { message } = await expectError(await get(await createMock({ proxy }), paths.agents), 502);
    expect(message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/real cannot be reached: /);
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const closed = await createMock({ proxy: `http://127.0.0.1:${port}/api/v1` });
    expect((await expectError(await get(closed, paths.agents), 502)).message).toContain('ECONNREFUSED');
  });

  it('responds with 502 to a response that is too large', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const proxy = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let i = 0; i < 33; i++) response.write(chunk);
      response.end();
    });
    const { message } = await expectError(await get(await createMock({ proxy }), paths.agents), 502);
    expect(message).toContain('is larger than 32 MB');
  });

  it('responds with 504 when the server takes too long', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const mock = await createMock({ proxy: await serve(() => {}) });
    const { message } = await expectError(await get(mock, paths.agents), 504);
    expect(message).toContain('did not respond completely within 30 seconds');
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  it('notices that it forwards to itself', async () => {
    const { url } = await serveMock({ baseUrl: '/loop' });
    const first = new URL(url);
    let second: Mock | undefined;
    const proxy = await serve(async (request, response) => {
      const received = await second?.handle({ method: 'GET', url: `/api/v1${paths.agents}`, headers: request.headers });
      response.writeHead(received?.status ?? 500, received?.headers).end(received?.body);
    });
    second = await createMock({ proxy });
    const { message } = await expectError(await get(second, paths.agents), 502);
    expect(message).toContain('is this mock');
    expect(first.pathname).toBe('/loop');
  });

  it.each<[MockOptions, string]>([
    [{ proxy: 'staging' }, 'The proxy must be an http or https URL'],
    [{ proxy: 'ftp://x/api' }, 'The proxy must be an http or https URL'],
    [{ proxy: 'https://user:word@x/api' }, 'The proxy must be an http or https URL'],
    [{ proxy: 'https://x/api', stateful: true }, 'The option stateful has no effect with proxy'],
    [{ proxy: 'https://x/api', scenario: 'empty' }, 'The option scenario has no effect with proxy'],
    [{ record: 'x.json' }, 'The option record requires proxy'],
  ])('is rejected: %j', async (options, message) => {
    await expect(createMock(options)).rejects.toThrow(message);
  });
});

describe('a recording', () => {
  const file = () => join(folder, 'recorded.json');
  const read = () => JSON.parse(readFileSync(file(), 'utf8')) as InitialOverride[];
  /** Reads the recording as soon as it has a number of responses. */
  const waitFor = async (count: number) => {
    await expect.poll(() => read().length).toBe(count);
    return read();
  };

  it('lets a mock without a proxy return the same responses', async () => {
    const { real, url } = await serveMock({ stateful: true });
    const mock = await createMock({ proxy: url, record: file() });
    const [first] = real.data.agents.list();
    const requests = [
      `${paths.agents}?page_size=2&name=a`,
      paths.agents,
      `${paths.agents}?page_size=1`,
      `${paths.agents}/${first?.aispm_object_id}`,
      `${paths.agents}/no-such-agent`,
    ];
    const responses = await Promise.all(requests.map(async (path) => (await get(mock, path)).json()));
    const replayed = await createMock({ overrides: await waitFor(requests.length) });
    const again = await Promise.all(requests.map(async (path) => (await get(replayed, path)).json()));
    expect(again).toEqual(responses);
  });

  it('contains neither API keys nor other secrets', async () => {
    const [created] = Object.values(listExamples('/api-keys', 'post', '201')) as [CreatedApiKey];
    const proxy = await serve((request, response) => {
      if (request.method === 'POST') {
        response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'session=cookie-secret' });
        response.end(JSON.stringify({ ...created, secret: 'aispm_k2_created-secret-part' }));
      } else if (request.url?.includes('client-storage')) {
        const value = {
          accessToken: 'stored-secret',
          nested: { password: ['also-stored-secret'] },
          kept: 'kept-value',
        };
        respond({ value, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' })(request, response);
      } else respond({ echo: TOKEN.authorization })(request, response);
    });
    const mock = await createMock({ proxy, record: file() });
    const headers = { ...TOKEN, 'content-type': 'application/json' };
    await mock.fetch(`${BASE}/api-keys`, { method: 'POST', body: '{"name":"n"}', headers });
    await get(mock, '/client-storage/users/u/n/k');
    await get(mock, paths.agents);
    await waitFor(2);
    const text = readFileSync(file(), 'utf8');
    expect(text).toContain('kept-value');
    for (const secret of [KEY, 'aispm_k2_created-secret-part', 'stored-secret', 'cookie-secret']) {
      expect(text).not.toContain(secret);
    }
    expect(warnings.join('\n')).toContain('listAgents 200 is not recorded, because it contains the API key');
    await expect(createMock({ overrides: read() })).resolves.toBeDefined();
  });

  it('does not contain errors of the moment', async () => {
    const statuses = [401, 403, 429, 500, 503];
    const proxy = await serve((_, response) => {
      response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
    });
    const mock = await createMock({ proxy, record: file() });
    for (let i = 0; i < 6; i++) await get(mock, `${paths.agents}?page_size=${i + 1}`);
    expect((await waitFor(1)).map(({ status }) => status)).toEqual([200]);
  });

  it('keeps a response that does not conform to the contract, unchecked', async () => {
    const mock = await createMock({ proxy: await serve(respond('{"items":5}')), record: file() });
    await get(mock, paths.agents);
    const recorded = await waitFor(1);
    expect(recorded).toMatchObject([{ operation: 'listAgents', unchecked: true, body: { items: 5 } }]);
    const replayed = await createMock({ overrides: recorded });
    expect(await (await get(replayed, paths.agents)).text()).toBe('{"items":5}');
  });

  it('continues its file, and replaces the response to the same request', async () => {
    const bodies = [{ ...page, items: [] }, page];
    const proxy = await serve((request, response) => respond(bodies.shift() ?? page)(request, response));
    for (const path of [paths.agents, paths.agents, `${paths.agents}?name=a`]) {
      const mock = await createMock({ proxy, record: file() });
      const { close } = await mock.listen({ port: 0 });
      await get(mock, path);
      await close();
    }
    expect(read().map(({ body }) => (body as AgentPage).items.length)).toEqual([page.items.length, page.items.length]);
  });

  it('does not overwrite another file', async () => {
    writeFileSync(file(), '{"important":true}');
    const options = { proxy: 'http://127.0.0.1:1/api', record: file() };
    await expect(createMock(options)).rejects.toThrow('is not a recording: it must be an array of overrides');
    expect(readFileSync(file(), 'utf8')).toBe('{"important":true}');
  });
});

describe('overrides from the start', () => {
  it('apply like those that are added later', async () => {
    const mock = await createMock({ overrides: [{ operation: 'listAgents', status: 503 }] });
    expect((await get(mock, paths.agents)).status).toBe(503);
  });

  it.each([
    [[{ operation: 'listAgent', status: 503 }], 'Did you mean listAgents'],
    [[5], 'An override must be an object with an operation'],
  ])('are rejected: %j', async (overrides, message) => {
    await expect(createMock({ overrides: overrides as InitialOverride[] })).rejects.toThrow(message);
  });
});
