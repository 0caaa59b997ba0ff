import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { getItem } from '../generated/fixture/operations.js';
import { createClient } from '../src/index.js';
import { always, inTurn, reset, withServer } from './server.js';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';
const quick = { base: 1, cap: 5 };

test('hooks are told about every request, answer and further try, in order', async () => {
  await withServer(inTurn(reset, always(503), always(200, item)), async (baseUrl) => {
    const log: string[] = [];
    const client = createClient({
      baseUrl,
      retry: quick,
      hooks: {
        request: ({ operation, method, url, number }) => void log.push(`${number} ${operation} ${method} ${url}`),
        response: async ({ number }, { status }) => void log.push(`${number} ${status}`),
        retry: ({ number }, { cause }) =>
          void log.push(`${number} ${cause instanceof Error ? cause.name : cause.status}`),
      },
    });
    await getItem(client, ids);
    const request = `getItem GET ${baseUrl}/folders/f/items/i1`;
    expect(log).toEqual([
      `1 ${request}`,
      '1 ConnectionError',
      `2 ${request}`,
      '2 503',
      '2 503',
      `3 ${request}`,
      '3 200',
    ]);
  });
});

test('headers that the request hook returns are sent, those of the call come before them', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const client = createClient({ baseUrl, hooks: { request: async () => ({ traceparent, 'x-b': 'hook' }) } });
    await getItem(client, ids, { headers: { 'X-B': 'call' } });
    expect(seen[0]?.headers).toMatchObject({ traceparent, 'x-b': 'call' });
  });
});

test('a traceparent among the headers of a call passes through', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    await getItem(createClient({ baseUrl }), ids, { headers: { traceparent: '00-1-2-01' } });
    expect(seen[0]?.headers.traceparent).toBe('00-1-2-01');
  });
});

test.each(['request', 'response', 'retry'] as const)(
  'a call waits for its %s hook and rejects with its error',
  async (name) => {
    const problem = new Error('no trace');
    const hook = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw problem;
    };
    await withServer(inTurn(always(503), always(200, item)), async (baseUrl, seen) => {
      const client = createClient({ baseUrl, retry: quick, hooks: { [name]: hook } });
      await expect(getItem(client, ids)).rejects.toBe(problem);
      expect(seen).toHaveLength(name === 'request' ? 0 : 1);
    });
  },
);

test.each([
  ['text', 's3cret'],
  ['a function', () => 's3cret'],
])('hooks never see the token, %s', async (_, token) => {
  await withServer(inTurn(always(503), always(401)), async (baseUrl) => {
    const all: unknown[] = [];
    const note = (...args: unknown[]) => void all.push(args);
    const hooks = { request: note, response: note, retry: note };
    await getItem(createClient({ baseUrl, token, retry: quick, hooks }), ids).catch(note);
    expect(all.length).toBeGreaterThan(5);
    expect(inspect(all, { depth: 9, showHidden: true })).not.toContain('s3cret');
  });
});
