import { expect, test } from 'vitest';
import { getItem } from '../generated/fixture/operations.js';
import { createClient, isConnectionError, isTimeoutError, TimeoutError } from '../src/index.js';
import { always, hang, withServer } from './server.js';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';

test('a try that takes longer than its time-out ends with a TimeoutError', async () => {
  await withServer(hang, async (baseUrl) => {
    const error = await getItem(createClient({ baseUrl, timeout: 60, retry: false }), ids).catch((it) => it);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(isTimeoutError(error)).toBe(true);
    expect(isConnectionError(error)).toBe(false);
    expect(error).toMatchObject({
      operation: 'getItem',
      message: `getItem: no answer from ${baseUrl}/folders/f/items/i1 (time-out)`,
    });
  });
});

test('the time-out also holds while the body comes', async () => {
  const slowBody: Parameters<typeof withServer>[0] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
  };
  await withServer(slowBody, async (baseUrl) => {
    const call = getItem(createClient({ baseUrl }), ids, { timeout: 60, retry: false });
    await expect(call).rejects.toThrow(/^getItem: broken answer from .+ \(time-out\)$/);
  });
});

test('the time-out is for each try, the total one for all of them and the waits', async () => {
  await withServer(hang, async (baseUrl, seen) => {
    const client = createClient({ baseUrl, timeout: 400, totalTimeout: 1_400, retry: { count: 50, base: 1, cap: 1 } });
    const start = performance.now();
    await expect(getItem(client, ids)).rejects.toBeInstanceOf(TimeoutError);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.length).toBeLessThan(5);
  });
});

test('a try that could not begin in time is not waited for: the last answer is the error', async () => {
  await withServer(always(503, '', { 'retry-after': '20' }), async (baseUrl, seen) => {
    const call = getItem(createClient({ baseUrl, totalTimeout: 5000 }), ids);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, retryAfter: 20 });
    expect(seen).toHaveLength(1);
  });
});

test('Infinity is no limit', async () => {
  await withServer(always(200, item), async (baseUrl) => {
    const client = createClient({ baseUrl, timeout: Infinity, totalTimeout: Infinity });
    expect(await getItem(client, ids)).toEqual(JSON.parse(item));
  });
});

test('a setting of the call that is undefined leaves the one of the client', async () => {
  await withServer(hang, async (baseUrl) => {
    const client = createClient({ baseUrl, timeout: 60, retry: false });
    const call = getItem(client, ids, { timeout: undefined, retry: undefined, totalTimeout: undefined });
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
  });
});

test('the reason of AbortSignal.timeout comes through as it is and is not taken for a TimeoutError', async () => {
  await withServer(hang, async (baseUrl) => {
    const error = await getItem(createClient({ baseUrl }), ids, { signal: AbortSignal.timeout(60) }).catch((it) => it);
    expect(error).toBeInstanceOf(DOMException);
    expect(error.name).toBe('TimeoutError');
    expect(isTimeoutError(error)).toBe(false);
  });
});
