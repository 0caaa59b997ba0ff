import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getItem } from '../generated/fixture/operations.ts';
import { createClient, type Fetch } from '../src/index.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
let close: () => void = () => undefined;
afterEach(() => {
  close();
  vi.useRealTimers();
});

/** Starts a server that passes each connection to a function, without HTTP; returns its base URL. */
async function startRawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Returns the start line and the headers of a response. */
const responseHead = (length: number) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('a connection', () => {
  it('that is reset within the body causes a ConnectionError with the reason', async () => {
    let reset: () => void = () => undefined;
    const baseUrl = await startRawServer((socket) => {
      reset = () => socket.resetAndDestroy();
      socket.once('data', () => socket.write(`${responseHead(100)}{"id":`));
    });
    const fetch: Fetch = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      reset();
      return response;
    };
    const error = await getItem(createClient({ baseUrl, fetch, retry: false }), ids).catch((reason) => reason);
    expect(error).toMatchObject({ name: 'ConnectionError', cause: expect.any(Error) });
    expect(error.message).toMatch(/^getItem: incomplete response from .+ \((ECONNRESET|UND_ERR_SOCKET)\)$/);
  });

  it('whose headers arrive too slowly causes a TimeoutError, and is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let closed = false;
    const baseUrl = await startRawServer((socket) => {
      const sendHeaders = setInterval(() => socket.write('X-Slow: 1\r\n'), 20);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        vi.advanceTimersByTime(150);
      });
      socket.on('close', () => {
        closed = true;
        clearInterval(sendHeaders);
      });
    });
    const call = getItem(createClient({ baseUrl, retry: false, timeout: 150 }), ids);
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => closed).toBe(true);
  });

  it('with truncated JSON of the right length causes a DecodeError with status and text', async () => {
    const baseUrl = await startRawServer((socket) => {
      socket.once('data', () => socket.write(`${responseHead(6)}{"id":`));
    });
    const call = getItem(createClient({ baseUrl }), ids);
    await expect(call).rejects.toMatchObject({ name: 'DecodeError', status: 200, text: '{"id":' });
  });

  it('with a response that is not HTTP causes a ConnectionError', async () => {
    const baseUrl = await startRawServer((socket) => {
      socket.once('data', () => socket.end('SSH-2.0-x\r\n'));
    });
    const call = getItem(createClient({ baseUrl, retry: false }), ids);
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError' });
  });
});
