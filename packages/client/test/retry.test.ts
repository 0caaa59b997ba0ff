import { expect, test } from 'vitest';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../generated/fixture/operations.js';
import { type CallOptions, type ClientOptions, createClient, type RetryReason } from '../src/index.js';
import { always, breakOff, hang, inTurn, reset, withServer } from './server.js';

const item = '{"id":"i1","title":"One"}';
const ids = { folder_id: 'f', item_id: 'i1' };
const quick = { base: 1, cap: 5 };

/** How many requests a call of this operation makes when the service first fails, and whether it succeeds. */
async function tries(
  call: (client: ReturnType<typeof createClient>, options?: CallOptions) => Promise<unknown>,
  failure: Parameters<typeof withServer>[0],
  settings: Omit<ClientOptions, 'baseUrl'> = {},
): Promise<{ requests: number; succeeded: boolean }> {
  let seenRequests = 0;
  let succeeded = false;
  await withServer(inTurn(failure, always(200, item)), async (baseUrl, seen) => {
    succeeded = await call(createClient({ baseUrl, retry: quick, ...settings })).then(
      () => true,
      () => false,
    );
    seenRequests = seen.length;
  });
  return { requests: seenRequests, succeeded };
}

test.each([408, 429, 502, 503, 504])('a GET that is answered with %i is tried again', async (status) => {
  const get = (client: ReturnType<typeof createClient>) => getItem(client, ids);
  expect(await tries(get, always(status, '{}'))).toEqual({ requests: 2, succeeded: true });
});

test.each([400, 401, 404, 409, 500, 501, 505])('a GET that is answered with %i is not tried again', async (status) => {
  const get = (client: ReturnType<typeof createClient>) => getItem(client, ids);
  expect(await tries(get, always(status, '{}'))).toEqual({ requests: 1, succeeded: false });
});

test.each([
  ['reset', reset],
  ['broken off', breakOff],
])('a GET whose connection is %s is tried again', async (_, failure) => {
  const get = (client: ReturnType<typeof createClient>) => getItem(client, ids);
  expect(await tries(get, failure)).toEqual({ requests: 2, succeeded: true });
});

test('a GET that takes too long is tried again', async () => {
  const get = (client: ReturnType<typeof createClient>) => getItem(client, ids);
  expect(await tries(get, hang, { timeout: 300 })).toEqual({ requests: 2, succeeded: true });
});

test('a success that cannot be decoded is not tried again', async () => {
  const get = (client: ReturnType<typeof createClient>) => getItem(client, ids);
  expect(await tries(get, always(200, '{"id":'))).toEqual({ requests: 1, succeeded: false });
});

test.each([
  ['DELETE', (client: ReturnType<typeof createClient>) => deleteItem.result(client, ids), 2],
  [
    'PATCH',
    (client: ReturnType<typeof createClient>) => updateItem.result(client, { ...ids, body: { title: 'x' } }),
    1,
  ],
  [
    'POST with a key',
    (client: ReturnType<typeof createClient>) => createItem.result(client, { body: { title: 'x' } }),
    2,
  ],
])('a %s after a failed connection makes %3$s requests', async (_, call, requests) => {
  expect(await tries(call, reset)).toMatchObject({ requests });
});

test('a POST whose operation declares no Idempotency-Key is not tried again, whatever header it carries', async () => {
  const { operation } = await import('../src/runtime/operation.js');
  const { requestContent } = await import('../src/runtime/content.js');
  const post = operation<typeof createItem>(
    { id: 'post', method: 'POST', path: '/items', body: 'application/json', responses: { 200: 'json' } },
    undefined,
    requestContent,
  );
  const call = (client: ReturnType<typeof createClient>) =>
    post(client, { body: { title: 'x' } }, { headers: { 'Idempotency-Key': 'k' } });
  expect(await tries(call, reset)).toEqual({ requests: 1, succeeded: false });
});

test('a POST gets an Idempotency-Key of its own, which stays the same over its tries', async () => {
  await withServer(inTurn(reset, always(503), always(201, item)), async (baseUrl, seen) => {
    const client = createClient({ baseUrl, retry: quick });
    await createItem(client, { body: { title: 'One' } });
    await createItem(client, { body: { title: 'Two' } });
    const keys = seen.map((it) => it.headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}-\d+$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });
});

test('no two calls have the same Idempotency-Key, of whatever client and operation', async () => {
  await withServer(always(201, item), async (baseUrl, seen) => {
    const clients = [createClient({ baseUrl }), createClient({ baseUrl }), createClient({ baseUrl, token: 't' })];
    const calls = clients.flatMap((client) =>
      Array.from({ length: 50 }, () => createItem(client, { body: { title: 'x' } })),
    );
    await Promise.all(calls);
    expect(new Set(seen.map((it) => it.headers['idempotency-key'])).size).toBe(150);
  });
});

test.each([
  ['a parameter', { 'Idempotency-Key': 'mine', body: { title: 'One' } }, {}],
  ['a header', { body: { title: 'One' } }, { headers: { 'idempotency-key': 'mine' } }],
])('an Idempotency-Key that the caller gives as %s is kept over the tries', async (_, params, options) => {
  await withServer(inTurn(reset, always(201, item)), async (baseUrl, seen) => {
    await createItem(createClient({ baseUrl, retry: quick }), params, options);
    expect(seen.map((it) => it.headers['idempotency-key'])).toEqual(['mine', 'mine']);
  });
});

test('a GET carries no Idempotency-Key', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    await getItem(createClient({ baseUrl }), ids);
    expect(seen[0]?.headers).not.toHaveProperty('idempotency-key');
  });
});

test.each([
  ['the default', undefined, undefined, 3],
  ['off for the client', false, undefined, 1],
  ['off for the call', { count: 5 }, false, 1],
  ['on for the call', false, {}, 3],
  ['a count', { count: 4 }, undefined, 5],
  ['a count of none', { count: 0 }, undefined, 1],
] as const)('how often it is tried: %s', async (_, client, call, requests) => {
  await withServer(always(503, '', { 'retry-after': '0' }), async (baseUrl, seen) => {
    await getItem(createClient({ baseUrl, retry: client }), ids, { retry: call }).catch(() => undefined);
    expect(seen).toHaveLength(requests);
  });
});

test('when all tries have failed the last answer is the error', async () => {
  await withServer(inTurn(reset, always(502), always(503, '{"code":503,"message":"Busy."}')), async (baseUrl) => {
    const call = getItem(createClient({ baseUrl, retry: quick }), ids);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, message: 'Busy.' });
  });
});

/** The waits before further tries of a call that always gets the same answer; none of them is waited for. */
async function waits(headers: Record<string, string>, retry: ClientOptions['retry']): Promise<number[]> {
  const delays: number[] = [];
  const enough = new AbortController();
  await withServer(always(429, '{}', headers), async (baseUrl) => {
    const note = (_: unknown, { delay }: RetryReason) => {
      delays.push(delay);
      if (delay > 50) enough.abort();
    };
    const client = createClient({ baseUrl, retry, hooks: { retry: note } });
    await listItems(client, { page_size: 1 }, { signal: enough.signal }).catch(() => undefined);
  });
  return delays;
}

test('waits double, each less up to a half by chance, and end at the cap', async () => {
  const delays = await waits({}, { count: 6, base: 4, cap: 30 });
  expect(delays).toHaveLength(6);
  for (const [index, delay] of delays.entries()) {
    const whole = 4 * 2 ** index;
    expect(delay).toBeGreaterThanOrEqual(Math.min(30, whole / 2));
    expect(delay).toBeLessThanOrEqual(Math.min(30, whole));
  }
  expect(new Set(delays.slice(0, 3)).size).toBe(3);
});

test.each([
  ['seconds', { 'retry-after': '7' }, { cap: 60_000 }, 7000, 7000],
  ['seconds above the cap', { 'retry-after': '3600' }, { cap: 60_000 }, 60_000, 60_000],
  ['a date', { 'retry-after': new Date(Date.now() + 20_000).toUTCString() }, { cap: 60_000 }, 10_000, 20_000],
  [
    'a date above the cap',
    { 'retry-after': new Date(Date.now() + 9e6).toUTCString() },
    { cap: 60_000 },
    60_000,
    60_000,
  ],
] as const)('Retry-After decides the wait: %s', async (_, headers, retry, atLeast, atMost) => {
  const [delay] = await waits(headers, retry);
  expect(delay).toBeGreaterThanOrEqual(atLeast);
  expect(delay).toBeLessThanOrEqual(atMost);
});

test('Retry-After makes the client wait', async () => {
  await withServer(inTurn(always(503, '', { 'retry-after': '1' }), always(200, item)), async (baseUrl) => {
    const start = performance.now();
    await getItem(createClient({ baseUrl, retry: { base: 1 } }), ids);
    expect(performance.now() - start).toBeGreaterThan(990);
  });
});

test('an abort ends the wait for another try', async () => {
  await withServer(always(503, '', { 'retry-after': '20' }), async (baseUrl, seen) => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const call = getItem(createClient({ baseUrl }), ids, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});
