import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { currentTier } from '@aispm/testing';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { getItem, listItems } from '../generated/fixture/operations.ts';
import { createClient, type Fetch, paginate } from '../src/index.ts';
import { always, hang, withServer } from './test-server.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';

/** Returns the number of timers and connections that keep the process alive. */
function countResources(): { timers: number; sockets: number } {
  const resources = process.getActiveResourcesInfo();
  return {
    timers: resources.filter((name) => name === 'Timeout').length,
    sockets: resources.filter((name) => name === 'TCPSocketWrap').length,
  };
}

describe('concurrent calls', () => {
  it('all succeed, 10000 at a time, and leave no timer and no listener', async () => {
    const before = countResources();
    const { signal } = new AbortController();
    let sent = 0;
    const allSent = Promise.withResolvers<void>();
    const fetch: Fetch = async (url, init) => {
      sent += 1;
      if (sent === 10_000) allSent.resolve();
      await allSent.promise;
      return url.endsWith('/i1') && init.signal ? new Response(item) : Response.error();
    };
    const client = createClient({ baseUrl: 'http://test.invalid', fetch });
    const items = await Promise.all(Array.from({ length: 10_000 }, () => getItem(client, ids, { signal })));
    expect(items.every(({ id }) => id === 'i1')).toBe(true);
    expect(sent).toBe(10_000);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(countResources().timers).toBeLessThanOrEqual(before.timers);
  });

  it.each([currentTier() === 'test:nightly' ? { count: 10_000, limit: 200 } : { count: 1_000, limit: 20 }])(
    'all succeed, $count at a time over $limit connections, and leave no timer, no listener and no connection',
    async ({ count, limit }) => {
      const before = countResources();
      const { signal } = new AbortController();
      // Without a limit, the calls would open more simultaneous connections than the queue of a listening socket holds.
      // The version of undici must be the version of Node's fetch.
      const dispatcher = new Agent({ connections: limit });
      const connections = new Set<Socket>();
      const respond: RequestListener = (request, response) => {
        connections.add(request.socket);
        always(200, `{"id":"${request.url?.split('/').at(-1)}","title":"One"}`)(request, response);
      };
      await withServer(respond, async (baseUrl, received) => {
        const client = createClient({
          baseUrl,
          timeout: 600_000, // The machine may be busy.
          fetch: (url, init) => fetch(url, { ...init, dispatcher } as RequestInit),
        });
        const expected = Array.from({ length: count }, (_, index) => `i${index}`);
        const items = await Promise.all(expected.map((item_id) => getItem(client, { ...ids, item_id }, { signal })));
        expect(items.map(({ id }) => id)).toEqual(expected);
        expect(new Set(received.map(({ url }) => url)).size).toBe(count);
        expect(connections.size).toBeLessThanOrEqual(limit);
        // It closes only after every response has been read to its end.
        await dispatcher.close();
        await expect.poll(() => [...connections].filter(({ destroyed }) => !destroyed).length).toBe(0);
      });
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      expect(countResources().timers).toBeLessThanOrEqual(before.timers + 1);
    },
  );

  it('all succeed over 2000 connections, and leave no timer or open request', { tags: ['long'] }, async () => {
    const before = countResources();
    const { signal } = new AbortController();
    await withServer(always(200, item, { connection: 'close' }), async (baseUrl) => {
      const client = createClient({ baseUrl, timeout: 600_000 });
      const items = await Promise.all(Array.from({ length: 2000 }, () => getItem(client, ids, { signal })));
      // Calls and not requests: a server may reject some of these connections, which the client then retries.
      expect(items).toHaveLength(2000);
    });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await expect.poll(() => countResources().sockets).toBeLessThanOrEqual(before.sockets);
    expect(countResources().timers).toBeLessThanOrEqual(before.timers + 1);
  });

  it('and pages have up to one listener on the signal that they share, because Node.js 20 warns of more than ten', async () => {
    const { signal } = new AbortController();
    const listeners: number[] = [];
    const fetch: Fetch = async () => {
      listeners.push(getEventListeners(signal, 'abort').length);
      return new Response('{"items":[],"cursor":"","id":"i1","title":"One"}');
    };
    const client = createClient({ baseUrl: 'http://test.invalid', fetch });
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await getItem(client, ids, { signal });
        for await (const _ of paginate(client, listItems, {}, { signal })) expect.unreachable('the list is empty');
      }),
    );
    expect(listeners).toHaveLength(40);
    expect(Math.max(...listeners)).toBeLessThanOrEqual(1);
  });

  it('leave nothing behind when one signal aborts 500 of them, some between two attempts', async () => {
    const before = countResources();
    const controller = new AbortController();
    const reason = new Error('aborted by the test');
    const busy = always(503, '', { 'retry-after': '20', connection: 'close' });
    let count = 0;
    const respondToHalf: RequestListener = (request, response) => {
      count += 1;
      (count % 2 ? busy : hang)(request, response);
    };
    await withServer(respondToHalf, async (baseUrl, received) => {
      const client = createClient({ baseUrl });
      const calls = Array.from({ length: 500 }, () => getItem(client, ids, { signal: controller.signal }));
      const settled = Promise.allSettled(calls);
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(500);
      controller.abort(reason);
      const rejections = (await settled).map((result) => result.status === 'rejected' && result.reason);
      expect(new Set(rejections)).toEqual(new Set([reason]));
    });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    await expect.poll(() => countResources().sockets).toBeLessThanOrEqual(before.sockets);
    expect(countResources().timers).toBeLessThanOrEqual(before.timers + 1);
  });
});
