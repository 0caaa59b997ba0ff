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

const CSV = { 'content-type': 'text/csv' };

/** Makes timeouts expire only with `vi.advanceTimersByTime`, even on a busy machine. */
const stopTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

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
    const listener = inTurn(
      always(503),
      always(401),
      always(200, 'id\n', CSV),
      always(404, '{"code":404,"message":"No."}'),
    );
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
    ['has been read', always(200, 'id\n', CSV)],
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

  it('fails with a TimeoutError when no byte arrives within the idle time while its reader waits, and only then', async () => {
    stopTimeouts();
    await withServer(stall, async (baseUrl) => {
      const { body } = await download(createClient({ baseUrl }), exportItems, {}, { idleTimeout: 200 });
      const reader = body?.getReader();
      vi.advanceTimersByTime(1000); // nobody waits for a byte
      expect((await reader?.read())?.value).toHaveLength(3);
      vi.advanceTimersByTime(1000);
      const next = reader?.read();
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
      vi.advanceTimersByTime(200);
      const message = expect.stringMatching(/^exportItems: incomplete response from .+ \(timeout\)$/);
      await expect(next).rejects.toMatchObject({ name: 'TimeoutError', message });
    });
  });

  it('ends after 30 seconds without a byte by default', async () => {
    stopTimeouts();
    await withServer(stall, async (baseUrl) => {
      const { body } = await download(createClient({ baseUrl }), exportItems, {});
      const text = new Response(body).text();
      const ended = text.catch((error) => error);
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
      vi.advanceTimersByTime(30_000);
      expect(await ended).toMatchObject({ name: 'TimeoutError' });
    });
  });

  it.each([1, 2, 3, 8, 9])('resumes after %i bytes, with and without support of the service', async (offset) => {
    const file = '\ufeffa,bé\n';
    const bytes = Buffer.from(file);
    const chunked: RequestListener = async (_, response) => {
      response.writeHead(200, CSV);
      for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
      response.end();
    };
    const partial: RequestListener = (request, response) => {
      const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]);
      response.writeHead(206, { ...CSV, 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` });
      response.end(bytes.subarray(start));
    };
    for (const [listener, status] of [
      [chunked, 200],
      [partial, 206],
    ] as const) {
      await withServer(listener, async (baseUrl) => {
        const response = await download(createClient({ baseUrl }), exportItems, {}, { offset });
        expect(response.status).toBe(status);
        expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(offset));
      });
    }
  });

  it('accepts the part of a file that the headers of the call request', async () => {
    const listener = always(206, 'part', { ...CSV, 'content-range': 'bytes 3-6/9' });
    await withServer(listener, async (baseUrl) => {
      const response = await download(createClient({ baseUrl }), exportItems, {}, { headers: { Range: 'bytes=3-6' } });
      expect([response.status, await response.text()]).toEqual([206, 'part']);
    });
  });

  it.each([
    ['another part', { ...CSV, 'content-range': 'bytes 4-6/9' }, 206],
    ['the start', { ...CSV, 'content-range': 'bytes 0-6/9' }, 206],
    ['an unreadable part', { ...CSV, 'content-range': 'pages 3-' }, 206],
  ])('does not resume with %s of the file', async (_, headers, status) => {
    await withServer(always(status, 'bytes', headers), async (baseUrl) => {
      const client = createClient({ baseUrl, retry: false });
      const error = {
        name: 'ConnectionError',
        message: expect.stringContaining(`(${headers['content-range']})`),
      };
      await expect(download(client, exportItems, {}, { offset: 3 })).rejects.toMatchObject(error);
    });
  });

  it('does not resume a file with fewer bytes', async () => {
    await withServer(always(200, 'id\n', CSV), async (baseUrl) => {
      const response = await download(createClient({ baseUrl }), exportItems, {}, { offset: 4 });
      await expect(response.text()).rejects.toMatchObject({
        name: 'ConnectionError',
        message: expect.stringMatching(/\(end\)$/),
      });
    });
  });

  it.each([
    ['offset', -1],
    ['offset', Number.NaN],
    ['idleTimeout', -1],
    ['idleTimeout', '5'],
  ])('rejects the option %s with the value %j', async (name, value) => {
    const call = download(createClient({ baseUrl: 'http://test.invalid' }), exportItems, {}, { [name]: value });
    await expect(call).rejects.toThrow(new TypeError(`exportItems: ${name} must not be "${value}"`));
  });
});
