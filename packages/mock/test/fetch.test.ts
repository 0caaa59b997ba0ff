/** `mock.fetch` reads a request as the global `fetch` does. */
import { describe, expect, it } from 'vitest';
import { BASE, mock, paths, TOKEN } from './support.ts';

const url = `${BASE}${paths.rules}?page_size=2`;

const read = async (response: Response) => [response.status, await response.json()];

describe('mock.fetch', () => {
  it('responds the same, however the request is written', async () => {
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
