import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exportItems } from '../generated/fixture/operations.ts';
import { createClient, download } from '../src/index.ts';
import { always, inTurn, withServer } from './test-server.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Makes timeouts expire only with `vi.advanceTimersByTime`, even on a busy machine. */
const stopTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

/** A listener that sends the start of a body, and nothing further. */
const stall: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/csv' }).write('id\n');
};

/** A listener that sends the start of a body, and then closes the connection. */
const breakOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('id\n', () => response.socket?.end());
};

describe('a download', () => {
  it('has the status, the headers and the unchanged bytes of the response, including a byte order mark', async () => {
    const csv = '\ufeffid,title\n1,"é"\n';
    await withServer(always(200, csv, { 'content-type': 'text/csv', 'x-request-id': 'r1' }), async (baseUrl) => {
      const response = await download(createClient({ baseUrl }), exportItems, {});
      expect(response.status).toBe(200);
      expect(response.headers.get('x-request-id')).toBe('r1');
      expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(csv);
    });
  });

  it('resolves before the body has arrived', async () => {
    await withServer(stall, async (baseUrl) => {
      const response = await download(createClient({ baseUrl }), exportItems, {});
      const reader = response.body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('id\n');
      await reader?.cancel();
    });
  });

  it('reads a chunk of the body only when its reader asks for one', async () => {
    let produced = 0;
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          produced += 1;
          if (produced <= 10) controller.enqueue(Buffer.from('id\n'));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const client = createClient({ baseUrl: 'http://test.invalid', fetch: async () => new Response(source) });
    const response = await download(client, exportItems, {});
    const reader = response.body?.getReader();
    for (const chunk of [1, 2, 3]) {
      await reader?.read();
      expect(produced).toBe(chunk);
    }
    await reader?.cancel();
  });

  it('is retried, renews the token and rejects with typed errors, like any call', async () => {
    const listener = inTurn(always(503), always(401), always(200, 'id\n'), always(404, '{"code":404,"message":"No."}'));
    await withServer(listener, async (baseUrl, received) => {
      const token = (rejected?: string) => (rejected ? 'new' : 'old');
      const client = createClient({ baseUrl, token, retry: { baseDelay: 1 } });
      expect(await (await download(client, exportItems, {})).text()).toBe('id\n');
      expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer old', 'Bearer new']);
      await expect(download(client, exportItems, {})).rejects.toMatchObject({
        name: 'ApiError',
        status: 404,
        message: 'No.',
      });
    });
  });

  it('is ended by the timeout until its headers have arrived, and not afterwards', async () => {
    stopTimeouts();
    await withServer(
      inTurn(() => vi.advanceTimersByTime(60), stall),
      async (baseUrl) => {
        const client = createClient({ baseUrl, timeout: 60, retry: false });
        await expect(download(client, exportItems, {})).rejects.toMatchObject({ name: 'TimeoutError' });
        const { body } = await download(client, exportItems, {});
        vi.advanceTimersByTime(120);
        const reader = body?.getReader();
        expect((await reader?.read())?.value).toHaveLength(3);
        await reader?.cancel();
      },
    );
  });

  it('fails with the reason of its signal while the body is read, and removes its listener', async () => {
    await withServer(stall, async (baseUrl) => {
      const controller = new AbortController();
      const reason = new Error('aborted by the test');
      const { signal } = controller;
      const response = await download(createClient({ baseUrl }), exportItems, {}, { signal });
      const text = response.text();
      controller.abort(reason);
      await expect(text).rejects.toBe(reason);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });
  });

  it('fails with a TimeoutError after the total timeout', async () => {
    stopTimeouts();
    await withServer(stall, async (baseUrl) => {
      const response = await download(createClient({ baseUrl }), exportItems, {}, { totalTimeout: 200 });
      const text = response.text();
      vi.advanceTimersByTime(200);
      await expect(text).rejects.toMatchObject({ name: 'TimeoutError', operation: 'exportItems' });
    });
  });

  it('fails with a ConnectionError when the connection fails', async () => {
    await withServer(breakOff, async (baseUrl) => {
      const response = await download(createClient({ baseUrl }), exportItems, {});
      const error = { name: 'ConnectionError', operation: 'exportItems' };
      await expect(response.text()).rejects.toMatchObject(error);
    });
  });

  it.each([
    ['has been read', always(200, 'id\n')],
    ['has failed', breakOff],
  ])('leaves no timer when its body %s', async (_, listener) => {
    // The client rounds nothing, so no other timer has such a delay.
    const totalTimeout = 1e9 + 7;
    const set = vi.spyOn(globalThis, 'setTimeout');
    const clear = vi.spyOn(globalThis, 'clearTimeout');
    await withServer(listener, async (baseUrl) => {
      const options = { timeout: Infinity, totalTimeout };
      const response = await download(createClient({ baseUrl }), exportItems, {}, options);
      await response.text().catch(() => undefined);
      const timers = set.mock.results.filter((_, index) => Number(set.mock.calls[index]?.[1]) > totalTimeout / 2);
      // One of the attempt, and one of the body.
      expect(timers).toHaveLength(2);
      await expect.poll(() => timers.filter(({ value }) => clear.mock.calls.flat().includes(value))).toEqual(timers);
    });
  });

  it('closes its connection when the body is cancelled', async () => {
    let closed = false;
    const listener: RequestListener = (request, response) => {
      request.socket.on('close', () => {
        closed = true;
      });
      stall(request, response);
    };
    await withServer(listener, async (baseUrl) => {
      const response = await download(createClient({ baseUrl }), exportItems, {});
      await response.body?.cancel();
      await expect.poll(() => closed).toBe(true);
    });
  });
});
