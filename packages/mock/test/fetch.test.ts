/** `mock.fetch` reads a request as the global `fetch` does. */
import fc from '@aispm/testing/properties';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MockRequest } from '../src/core/exchange.ts';
import { createFetch } from '../src/hosts/fetch.ts';
import { BASE, mock, paths, TOKEN } from './support.ts';

const url = `${BASE}${paths.rules}?page_size=2`;

const read = async (response: Response) => [response.status, await response.json()];

describe('mock.fetch', () => {
  it('returns the same response for all forms of a request', async () => {
    const expected = await read(await mock.fetch(new Request(url, { headers: TOKEN })));
    expect(expected[0]).toBe(200);
    for (const headers of [TOKEN, new Headers(TOKEN), Object.entries(TOKEN) as [string, string][]]) {
      expect(await read(await mock.fetch(url, { headers }))).toEqual(expected);
      expect(await read(await mock.fetch(new URL(url), { headers }))).toEqual(expected);
      expect(await read(await mock.fetch(`${url}#part`, { headers, method: 'GET' }))).toEqual(expected);
      expect(await read(await mock.fetch(url, { headers, method: 'get' }))).toEqual(expected);
    }
  });

  it.each<[string, string, RequestInit]>([
    ['a URL that is not absolute', paths.rules, {}],
    ['a URL with a password', url.replace('//', '//user:secret@'), {}],
    ['a body of a GET', url, { body: 'x' }],
    ['a header that is not valid', url, { headers: { 'not valid': 'x' } }],
    ['a method that is not valid', url, { method: 'NOT VALID' }],
  ])('rejects %s with a TypeError', async (_, input, init) => {
    await expect(mock.fetch(input, init)).rejects.toThrow(TypeError);
  });

  it('resolves paths on a simulated page', async () => {
    vi.stubGlobal('location', { href: 'http://localhost:3000/agents/1' });
    onTestFinished(() => void vi.unstubAllGlobals());
    const response = await mock.fetch(`${mock.basePath}${paths.rules}`, { headers: TOKEN });
    expect(response.status).toBe(200);
  });

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('The page was left.');
    const signal = AbortSignal.abort(reason);
    await expect(mock.fetch(url, { headers: TOKEN, signal })).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = mock.fetch(url, { headers: { ...TOKEN, prefer: 'wait=20000' }, signal: controller.signal });
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});

/** Reads a request as the platform does; undefined when it rejects it. */
async function readByPlatform(input: string | URL, init: RequestInit | undefined): Promise<object | undefined> {
  try {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer()).toString('hex');
    return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Reads a request as the mock does; undefined when it rejects it. */
async function readByMock(input: string | URL, init: RequestInit | undefined): Promise<object | undefined> {
  let received: MockRequest | undefined;
  const fetch = createFetch(async (request) => {
    received = request;
    return { status: 200, headers: {}, body: undefined };
  });
  await fetch(input, init).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });
  if (!received) return undefined;
  const { method, url: href, headers, body = new Uint8Array() } = received;
  return { method, url: href, headers, body: Buffer.from(body).toString('hex') };
}

describe('a request', () => {
  const name = fc.constantFrom(
    'Accept',
    'accept',
    'X-A',
    'x-b',
    'Content-Type',
    'cookie',
    '__proto__',
    'a_b',
    '',
    'a b',
    'é',
  );
  const value = fc.oneof(
    fc.constantFrom('', ' x ', 'a, b', 'é', '€', 'a\nb', '\tx', 'text/csv', 'a\u0000'),
    fc.string({ maxLength: 4 }),
    fc.constantFrom(1, null, undefined, ['a', 'b']) as fc.Arbitrary<unknown>,
  );
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 3 });
  const headers = fc.oneof(
    pairs.map((list) => Object.fromEntries(list)),
    pairs,
    pairs.map((list) => Object.assign(Object.create({ inherited: 'x' }), Object.fromEntries(list))),
    fc.array(fc.tuple(fc.constantFrom('Accept', 'X-A'), fc.constantFrom('a', 'b'))).map((list) => new Headers(list)),
    fc.constantFrom(undefined, null, 'x', 3),
  );
  const createBody = fc.constantFrom<() => unknown>(
    () => undefined,
    () => null,
    () => '',
    () => '{"a":"é\uD800"}',
    () => new Uint8Array([1, 2]),
    () => new URLSearchParams({ a: '1' }),
    () => new Blob(['x'], { type: 'text/csv' }),
    () => new Blob(['x']).stream(),
    () => 3,
  );
  const method = fc.constantFrom(
    'GET',
    'get',
    'HEAD',
    'POST',
    'post',
    'PUT',
    'PATCH',
    'patch',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'X Y',
    '',
    null,
  );
  const input = fc.oneof(
    fc.constantFrom(
      url,
      `${url}#part`,
      'http://h',
      'HTTP://H:80/a/../b c?d=é "',
      ' http://h/x ',
      '/relative',
      'http://',
      '',
    ),
    fc.constantFrom('http://u@h/', 'http://:p@h/', new URL(url), new URL('http://u:p@h/')),
  );
  const others = fc.constantFrom<object>(
    {},
    {},
    {},
    { signal: null },
    { signal: {} },
    { signal: new AbortController().signal },
    { duplex: 'half' },
    { mode: 'navigate' },
    { redirect: 'error' },
    { window: 'x' },
    { unknown: 1 },
  );
  const members = fc.record({ method, headers, others }, { requiredKeys: ['others'] });

  it('is read or rejected in the same way as by the platform', async () => {
    const property = fc.asyncProperty(
      input,
      members,
      createBody,
      async (target, { others: more, ...given }, create) => {
        const createInit = () => ({ ...given, ...more, body: create() }) as RequestInit;
        expect(await readByMock(target, createInit())).toEqual(await readByPlatform(target, createInit()));
      },
    );
    await fc.assert(property, { numRuns: 3_000 });
    expect(await readByMock(url, undefined)).toEqual(await readByPlatform(url, undefined));
  });
});
