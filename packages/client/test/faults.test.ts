import { getEventListeners } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { getItem } from '../generated/fixture/operations.js';
import { createClient } from '../src/index.js';
import { always, hang, withServer } from './server.js';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';
let close: () => void = () => undefined;
afterEach(() => close());

/** Address of a server that does this with each connection, below HTTP. */
async function rawServer(connected: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    connected(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const head = (length: number) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test('a reset in the middle of the body is a ConnectionError that names its cause', async () => {
  const baseUrl = await rawServer((socket) => {
    socket.once('data', () => socket.write(`${head(100)}{"id":`, () => setTimeout(() => socket.resetAndDestroy(), 20)));
  });
  const error = await getItem(createClient({ baseUrl, retry: false }), ids).catch((it) => it);
  expect(error).toMatchObject({ name: 'ConnectionError', cause: expect.any(Error) });
  expect(error.message).toMatch(/^getItem: broken answer from .+ \((ECONNRESET|UND_ERR_SOCKET)\)$/);
});

test('headers that drip in slower than the time-out are a TimeoutError, and the connection is closed', async () => {
  let closed = false;
  const baseUrl = await rawServer((socket) => {
    const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 20);
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n'));
    socket.on('close', () => {
      closed = true;
      clearInterval(drip);
    });
  });
  const call = getItem(createClient({ baseUrl, retry: false, timeout: 150 }), ids);
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect.poll(() => closed).toBe(true);
});

test('truncated JSON of the right length is a DecodeError with status and text', async () => {
  const baseUrl = await rawServer((socket) => void socket.once('data', () => socket.write(`${head(6)}{"id":`)));
  const call = getItem(createClient({ baseUrl }), ids);
  await expect(call).rejects.toMatchObject({ name: 'DecodeError', status: 200, text: '{"id":' });
});

test('an answer that is not HTTP is a ConnectionError', async () => {
  const baseUrl = await rawServer((socket) => void socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
  await expect(getItem(createClient({ baseUrl, retry: false }), ids)).rejects.toMatchObject({
    name: 'ConnectionError',
  });
});

/** How many timers and connections keep the process alive. */
function held(): { timers: number; sockets: number } {
  const resources = process.getActiveResourcesInfo();
  return {
    timers: resources.filter((it) => it === 'Timeout').length,
    sockets: resources.filter((it) => it === 'TCPSocketWrap').length,
  };
}

test('10000 calls at once all succeed and leave no timer and no listener', async () => {
  const before = held();
  const { signal } = new AbortController();
  let sent = 0;
  const fetch = async (url: string, init: RequestInit) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return url.endsWith('/i1') && init.signal ? new Response(item) : Response.error();
  };
  const client = createClient({ baseUrl: 'http://test.invalid', fetch });
  const all = await Promise.all(Array.from({ length: 10_000 }, () => getItem(client, ids, { signal })));
  expect(all.every((it) => it.id === 'i1')).toBe(true);
  expect(sent).toBe(10_000);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(held().timers).toBeLessThanOrEqual(before.timers);
});

describe.each([
  { count: 1_000, limit: 20, tags: [] },
  { count: 10_000, limit: 200, tags: ['long'] },
])('$count calls at once over $limit connections', ({ count, limit, tags }) => {
  test('all succeed and leave no timer, no listener and no connection', { tags }, async () => {
    const before = held();
    const { signal } = new AbortController();
    // Without a limit the calls would open as many connections at once, which the queue of a listening socket does not take.
    const dispatcher = new Agent({ connections: limit });
    const connections = new Set<Socket>();
    const answer: Parameters<typeof withServer>[0] = (request, response) => {
      connections.add(request.socket);
      always(200, `{"id":"${request.url?.split('/').at(-1)}","title":"One"}`)(request, response);
    };
    await withServer(answer, async (baseUrl, seen) => {
      const client = createClient({
        baseUrl,
        timeout: 240_000, // A busy machine may take its time.
        fetch: (url, init) => fetch(url, { ...init, dispatcher } as RequestInit),
      });
      const wanted = Array.from({ length: count }, (_, index) => `i${index}`);
      const all = await Promise.all(wanted.map((item_id) => getItem(client, { ...ids, item_id }, { signal })));
      expect(all.map((it) => it.id)).toEqual(wanted);
      expect(seen).toHaveLength(count);
      expect(connections.size).toBeLessThanOrEqual(limit);
      // Ends only when no request is open any more; an answer that nobody has read to its end would hold it up.
      await dispatcher.close();
      await expect.poll(() => [...connections].filter((it) => !it.destroyed).length).toBe(0);
    });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(held().timers).toBeLessThanOrEqual(before.timers + 1);
  });
});

test('2000 calls at once over real connections leave no timer, no listener and no open request', async () => {
  const before = held();
  const { signal } = new AbortController();
  await withServer(always(200, item, { connection: 'close' }), async (baseUrl, seen) => {
    const client = createClient({ baseUrl });
    const all = await Promise.all(Array.from({ length: 2000 }, () => getItem(client, ids, { signal })));
    expect(all).toHaveLength(2000);
    expect(seen).toHaveLength(2000);
  });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await expect.poll(() => held().sockets).toBeLessThanOrEqual(before.sockets);
  expect(held().timers).toBeLessThanOrEqual(before.timers + 1);
});

test('500 calls that one signal aborts, some of them between two tries, leave nothing behind', async () => {
  const before = held();
  const controller = new AbortController();
  const reason = new Error('enough');
  const busy = always(503, '', { 'retry-after': '20', connection: 'close' });
  let count = 0;
  const half: Parameters<typeof withServer>[0] = (request, response) => {
    count += 1;
    (count % 2 ? busy : hang)(request, response);
  };
  await withServer(half, async (baseUrl, seen) => {
    const client = createClient({ baseUrl });
    const calls = Array.from({ length: 500 }, () => getItem(client, ids, { signal: controller.signal }));
    const settled = Promise.allSettled(calls);
    await expect.poll(() => seen.length).toBe(500);
    controller.abort(reason);
    expect((await settled).every((it) => it.status === 'rejected' && it.reason === reason)).toBe(true);
  });
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  await expect.poll(() => held().sockets).toBeLessThanOrEqual(before.sockets);
  expect(held().timers).toBeLessThanOrEqual(before.timers + 1);
});
