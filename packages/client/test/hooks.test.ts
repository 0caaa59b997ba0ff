import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { getItem } from '../generated/fixture/operations.ts';
import { type Attempt, createClient, type Fetch, type Hooks } from '../src/index.ts';
import { always, hang, inTurn, reset, withServer } from './test-server.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';
const FAST_RETRIES = { baseDelay: 1, maxDelay: 5 };

describe('hooks', () => {
  it('receive every request, response and retry in order', async () => {
    await withServer(inTurn(reset, always(503), always(200, item)), async (baseUrl) => {
      const log: string[] = [];
      const client = createClient({
        baseUrl,
        retry: FAST_RETRIES,
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

  it('add headers to a request, which the headers of the call override', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const client = createClient({ baseUrl, hooks: { request: async () => ({ traceparent, 'x-b': 'hook' }) } });
      await getItem(client, ids, { headers: { 'X-B': 'call' } });
      expect(received[0]?.headers).toMatchObject({ traceparent, 'x-b': 'call' });
    });
  });

  it('are not needed for a traceparent among the headers of a call', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      await getItem(createClient({ baseUrl }), ids, { headers: { traceparent: '00-1-2-01' } });
      expect(received[0]?.headers.traceparent).toBe('00-1-2-01');
    });
  });

  it.each(['request', 'response', 'retry', 'end'] as const)(
    'delay a call until the %s hook has finished, and reject it with the error of the hook',
    async (name) => {
      const error = new Error('no trace');
      const hook = async () => {
        await setImmediate();
        throw error;
      };
      await withServer(inTurn(always(503), always(200, item)), async (baseUrl, received) => {
        const client = createClient({ baseUrl, retry: FAST_RETRIES, hooks: { [name]: hook } });
        await expect(getItem(client, ids)).rejects.toBe(error);
        expect(received).toHaveLength(name === 'request' ? 0 : 1);
      });
    },
  );

  it.each([
    ['a response', always(200, item), undefined, { status: 200 }],
    ['an error response', always(404), undefined, { status: 404 }],
    ['a failed connection', reset, undefined, { name: 'ConnectionError' }],
    ['a timeout', hang, 50, { name: 'TimeoutError' }],
  ])('receive the end of each attempt: %s', async (_, listener, timeout, last) => {
    await withServer(listener, async (baseUrl) => {
      const started: Attempt[] = [];
      const ended: [Attempt, unknown][] = [];
      const hooks: Hooks = {
        request: (attempt) => void started.push(attempt) as undefined,
        end: async (attempt, outcome) => void ended.push([attempt, outcome]),
      };
      // Not from the server, so that the timeout cannot end this attempt.
      const responses = [new Response('', { status: 503 })];
      const fetch: Fetch = async (url, init) => responses.pop() ?? globalThis.fetch(url, init);
      const retry = { maxRetries: 1, baseDelay: 1 };
      await getItem(createClient({ baseUrl, fetch, hooks, retry, timeout }), ids).catch(() => undefined);
      expect(ended.map(([attempt]) => attempt)).toEqual(started);
      expect(ended[0]?.[0]).toBe(started[0]);
      expect(ended.map(([, outcome]) => outcome)).toMatchObject([{ status: 503 }, last]);
    });
  });

  it.each(['the signal', 'the token function', 'another hook'])(
    'receive the end of an attempt that %s ends',
    async (by) => {
      const reason = new Error('thrown by the test');
      const controller = new AbortController();
      const ended: unknown[] = [];
      const fail = () => Promise.reject(reason);
      const client = createClient({
        baseUrl: 'http://test.invalid',
        token: by === 'the token function' ? fail : 't',
        fetch: () => {
          controller.abort(reason);
          return new Promise(() => undefined);
        },
        hooks: {
          ...(by === 'another hook' && { request: fail }),
          end: (_, outcome) => void ended.push(outcome),
        },
      });
      await expect(getItem(client, ids, { signal: controller.signal })).rejects.toBe(reason);
      expect(ended).toEqual([reason]);
    },
  );

  it('and the token function are not called when the signal has aborted before', async () => {
    const calls: string[] = [];
    const client = createClient({
      baseUrl: 'http://test.invalid',
      token: () => void calls.push('token') as unknown as string,
      fetch: async () => void calls.push('fetch') as unknown as Response,
      hooks: { request: () => void calls.push('request') as undefined },
    });
    const reason = new Error('aborted by the test');
    await expect(getItem(client, ids, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(calls).toEqual([]);
  });

  it.each(['request', 'response'] as const)('that never finish are ended by the timeout: %s', async (name) => {
    await withServer(always(200, item), async (baseUrl) => {
      const hooks = { [name]: () => new Promise<undefined>(() => undefined) };
      const call = getItem(createClient({ baseUrl, hooks, timeout: 100, retry: false }), ids);
      await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    });
  });

  it.each([
    ['text', 's3cret'],
    ['a function', () => 's3cret'],
  ])('never receive a token that is %s', async (_, token) => {
    await withServer(inTurn(always(503), always(401)), async (baseUrl) => {
      const observed: unknown[] = [];
      const record = (...args: unknown[]) => void observed.push(args);
      const hooks = { request: record, response: record, retry: record };
      await getItem(createClient({ baseUrl, token, retry: FAST_RETRIES, hooks }), ids).catch(record);
      expect(observed.length).toBeGreaterThan(5);
      expect(inspect(observed, { depth: 9, showHidden: true })).not.toContain('s3cret');
    });
  });
});
