import { afterEach, describe, expect, it, vi } from 'vitest';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../generated/fixture/operations.ts';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Fetch,
  type Hooks,
  type ScheduledRetry,
} from '../src/index.ts';
import { always, breakOff, inTurn, reset, withServer } from './test-server.ts';

const item = '{"id":"i1","title":"One"}';
const ids = { folder_id: 'f', item_id: 'i1' };
const FAST_RETRIES = { baseDelay: 1, maxDelay: 5 };

/** Returns how many requests a call sends when the service first fails, and whether it succeeds. */
async function attempts(
  call: (client: Client) => Promise<unknown>,
  failure: Parameters<typeof withServer>[0],
): Promise<{ requests: number; succeeded: boolean }> {
  let requests = 0;
  let succeeded = false;
  await withServer(inTurn(failure, always(200, item)), async (baseUrl, received) => {
    succeeded = await call(createClient({ baseUrl, retry: FAST_RETRIES })).then(
      () => true,
      () => false,
    );
    requests = received.length;
  });
  return { requests, succeeded };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('retries', () => {
  it.each([408, 429, 502, 503, 504])('repeat a GET after a response of %i', async (status) => {
    const get = (client: Client) => getItem(client, ids);
    expect(await attempts(get, always(status, '{}'))).toEqual({ requests: 2, succeeded: true });
  });

  it.each([400, 401, 404, 409, 500, 501, 505])('do not repeat a GET after a response of %i', async (status) => {
    const get = (client: Client) => getItem(client, ids);
    expect(await attempts(get, always(status, '{}'))).toEqual({ requests: 1, succeeded: false });
  });

  it.each([
    ['reset', reset],
    ['broken off', breakOff],
  ])('repeat a GET whose connection is %s', async (_, failure) => {
    const get = (client: Client) => getItem(client, ids);
    expect(await attempts(get, failure)).toEqual({ requests: 2, succeeded: true });
  });

  it('repeat a GET after a timeout', async () => {
    const hangUntilAborted: Fetch = (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const fetch = vi.fn<Fetch>(async () => new Response(item)).mockImplementationOnce(hangUntilAborted);
    const client = createClient({ baseUrl: 'http://test.invalid', fetch, timeout: 50, retry: FAST_RETRIES });
    expect(await getItem(client, ids)).toEqual(JSON.parse(item));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('do not repeat a request whose success cannot be decoded', async () => {
    const get = (client: Client) => getItem(client, ids);
    expect(await attempts(get, always(200, '{"id":'))).toEqual({ requests: 1, succeeded: false });
  });

  it.each([
    ['DELETE', (client: Client) => deleteItem.result(client, ids), 2],
    ['PATCH', (client: Client) => updateItem.result(client, { ...ids, body: { title: 'x' } }), 1],
    ['POST with a key', (client: Client) => createItem.result(client, { body: { title: 'x' } }), 2],
  ])('send a %s this number of times after failed connections: %3$s', async (_, call, requests) => {
    expect(await attempts(call, reset)).toMatchObject({ requests });
  });

  it('repeat any request after a 429, because it was not processed', async () => {
    const update = (client: Client) => updateItem.result(client, { ...ids, body: { title: 'x' } });
    expect(await attempts(update, always(429))).toMatchObject({ requests: 2 });
    expect(await attempts(update, always(503))).toMatchObject({ requests: 1 });
  });

  it('do not repeat a POST without a body and parameters', async () => {
    const { operation } = await import('../src/call/operation.ts');
    const { requestContent } = await import('../src/call/content.ts');
    const metadata = { id: 'post', method: 'POST', path: '/items', responses: { 200: 'json' } } as const;
    const post = operation<typeof createItem>(metadata, undefined, requestContent);
    const call = (client: Client) => post(client, {} as never);
    expect(await attempts(call, reset)).toEqual({ requests: 1, succeeded: false });
  });

  it('use an Idempotency-Key in a page that was not loaded over https, where crypto.randomUUID is missing', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    vi.resetModules();
    const { createItem } = await import('../generated/fixture/operations.ts');
    await withServer(inTurn(reset, always(201, item)), async (baseUrl, received) => {
      await createItem(createClient({ baseUrl, retry: FAST_RETRIES }), { body: { title: 'One' } });
      const [first, second] = received.map((request) => request.headers['idempotency-key']);
      expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}-\d+$/);
      expect(second).toBe(first);
    });
  });

  it('do not repeat a POST whose operation declares no Idempotency-Key, regardless of its headers', async () => {
    const { operation } = await import('../src/call/operation.ts');
    const { requestContent } = await import('../src/call/content.ts');
    const post = operation<typeof createItem>(
      { id: 'post', method: 'POST', path: '/items', body: 'application/json', responses: { 200: 'json' } },
      undefined,
      requestContent,
    );
    const call = (client: Client) => post(client, { body: { title: 'x' } }, { headers: { 'Idempotency-Key': 'k' } });
    expect(await attempts(call, reset)).toEqual({ requests: 1, succeeded: false });
  });

  it('use one new Idempotency-Key for all attempts of a POST', async () => {
    await withServer(inTurn(reset, always(503), always(201, item)), async (baseUrl, received) => {
      const client = createClient({ baseUrl, retry: FAST_RETRIES });
      await createItem(client, { body: { title: 'One' } });
      await createItem(client, { body: { title: 'Two' } });
      const keys = received.map((request) => request.headers['idempotency-key']);
      expect(keys).toHaveLength(4);
      expect(keys[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}-\d+$/);
      expect(new Set(keys.slice(0, 3)).size).toBe(1);
      expect(keys[3]).not.toBe(keys[0]);
    });
  });

  it('never use the same Idempotency-Key for two calls, even of different clients', async () => {
    await withServer(always(201, item), async (baseUrl, received) => {
      const clients = [createClient({ baseUrl }), createClient({ baseUrl }), createClient({ baseUrl, token: 't' })];
      const calls = clients.flatMap((client) =>
        Array.from({ length: 50 }, () => createItem(client, { body: { title: 'x' } })),
      );
      await Promise.all(calls);
      expect(new Set(received.map((request) => request.headers['idempotency-key'])).size).toBe(150);
    });
  });

  it.each([
    ['a parameter', { 'Idempotency-Key': 'mine', body: { title: 'One' } }, {}],
    ['a header', { body: { title: 'One' } }, { headers: { 'idempotency-key': 'mine' } }],
  ])('use an Idempotency-Key that the caller passes as %s for all attempts', async (_, params, options) => {
    await withServer(inTurn(reset, always(201, item)), async (baseUrl, received) => {
      await createItem(createClient({ baseUrl, retry: FAST_RETRIES }), params, options);
      expect(received.map((request) => request.headers['idempotency-key'])).toEqual(['mine', 'mine']);
    });
  });

  it('repeat a POST while the first request with its key is in progress', async () => {
    await withServer(
      inTurn(always(409, '{}', { 'retry-after': '0' }), always(201, item)),
      async (baseUrl, received) => {
        await createItem(createClient({ baseUrl, retry: FAST_RETRIES }), { body: { title: 'One' } });
        const keys = received.map((request) => request.headers['idempotency-key']);
        expect(keys).toHaveLength(2);
        expect(keys[0]).toBe(keys[1]);
      },
    );
  });

  it('use no Idempotency-Key for a GET', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      await getItem(createClient({ baseUrl }), ids);
      expect(received[0]?.headers).not.toHaveProperty('idempotency-key');
    });
  });

  it.each([
    ['by default', undefined, undefined, 3],
    ['disabled by the client', false, undefined, 1],
    ['disabled by the call', { maxRetries: 5 }, false, 1],
    ['enabled by the call', false, {}, 3],
    ['with a maximum', { maxRetries: 4 }, undefined, 5],
    ['with a maximum of 0', { maxRetries: 0 }, undefined, 1],
  ] as const)('have a limit: %s', async (_, client, call, requests) => {
    await withServer(always(503, '', { 'retry-after': '0' }), async (baseUrl, received) => {
      await getItem(createClient({ baseUrl, retry: client }), ids, { retry: call }).catch(() => undefined);
      expect(received).toHaveLength(requests);
    });
  });

  it('end with the last response when all attempts have failed', async () => {
    await withServer(inTurn(reset, always(502), always(503, '{"code":503,"message":"Busy."}')), async (baseUrl) => {
      const call = getItem(createClient({ baseUrl, retry: FAST_RETRIES }), ids);
      await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, message: 'Busy.' });
    });
  });

  /** Returns the delays before the retries of a call that always receives the same response; aborts a long delay. */
  async function retryDelays(headers: Record<string, string>, retry: ClientOptions['retry']): Promise<number[]> {
    const delays: number[] = [];
    const controller = new AbortController();
    await withServer(always(429, '{}', headers), async (baseUrl) => {
      const record = (_: unknown, { delay }: ScheduledRetry) => {
        delays.push(delay);
        if (delay > 50) controller.abort();
      };
      const client = createClient({ baseUrl, retry, hooks: { retry: record } });
      await listItems(client, { page_size: 1 }, { signal: controller.signal }).catch(() => undefined);
    });
    return delays;
  }

  it('have delays that double up to the maximum, minus up to 50 % of jitter', async () => {
    const delays = await retryDelays({}, { maxRetries: 6, baseDelay: 4, maxDelay: 30 });
    expect(delays).toHaveLength(6);
    for (const [index, delay] of delays.entries()) {
      const full = 4 * 2 ** index;
      expect(delay).toBeGreaterThanOrEqual(Math.min(30, full / 2));
      expect(delay).toBeLessThanOrEqual(Math.min(30, full));
    }
    expect(new Set(delays.slice(0, 3)).size).toBe(3);
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, { maxDelay: 60_000 }, 7000, 8750],
    ['a date', { 'retry-after': new Date(Date.now() + 3e5).toUTCString() }, { maxDelay: 6e5 }, 100_000, 375_000],
  ] as const)(
    'have the delay of Retry-After plus up to 25 % of jitter: %s',
    async (_, headers, retry, atLeast, atMost) => {
      const [delay] = await retryDelays(headers, retry);
      expect(delay).toBeGreaterThanOrEqual(atLeast);
      expect(delay).toBeLessThanOrEqual(atMost);
    },
  );

  it('have different delays for calls that received the same Retry-After', async () => {
    const delays = await Promise.all(Array.from({ length: 20 }, () => retryDelays({ 'retry-after': '1' }, {})));
    expect(new Set(delays.flat()).size).toBe(20);
  });

  it.each([
    ['seconds', '3600'],
    ['a date', new Date(Date.now() + 9e6).toUTCString()],
  ])('do not come earlier than Retry-After: above the maximum delay, %s ends the call', async (_, value) => {
    expect(await retryDelays({ 'retry-after': value }, { maxDelay: 60_000 })).toEqual([]);
  });

  it.each(['1.5', '-5', '+3', '1, 1', '1e3', '2027-01-01', 'Jan 1 2027', 'Invalid Date', ''])(
    'ignore a Retry-After that is neither a whole number nor a date of HTTP: %j',
    async (value) => {
      const [delay] = await retryDelays({ 'retry-after': value }, { maxRetries: 1, baseDelay: 40 });
      expect(delay).toBeGreaterThanOrEqual(20);
      expect(delay).toBeLessThanOrEqual(40);
    },
  );

  it('wait for the delay', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const responses = [new Response('', { status: 503, headers: { 'retry-after': '7' } }), new Response(item)];
    const fetch = vi.fn(async () => responses.shift() as Response);
    const call = getItem(createClient({ baseUrl: 'http://test.invalid', fetch }), ids);
    await vi.advanceTimersByTimeAsync(6_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toEqual({ id: 'i1', title: 'One' });
  });

  it('end when the signal aborts during a delay', async () => {
    await withServer(always(503, '', { 'retry-after': '20' }), async (baseUrl, received) => {
      const reason = new Error('aborted by the test');
      const controller = new AbortController();
      // After the client has started to wait.
      const hooks: Hooks = { retry: () => void setImmediate(() => controller.abort(reason)) };
      const call = getItem(createClient({ baseUrl, hooks }), ids, { signal: controller.signal });
      await expect(call).rejects.toBe(reason);
      expect(received).toHaveLength(1);
    });
  });
});
