/** Sends raw bytes, for requests that no HTTP client would send. */
import { connect, type Socket } from 'node:net';
import { measureElapsed } from '../elapsed.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

/** The responses on a connection. */
export interface Exchange {
  text: string;
  /** Status of each response, in order. */
  statuses: number[];
  /** The last body, when it's JSON. */
  body: { code?: unknown; message?: unknown } | undefined;
  /** Its duration, see {@link measureElapsed}. */
  seconds: number;
  /** Whether the server closed the connection. */
  isClosed: boolean;
  /** Number of bytes that the client has sent. */
  sent: number;
}

/**
 * Opens a connection, sends, and collects the responses until the server closes it.
 *
 * @param sendAll writes to the socket; it may continue while the socket is writable
 * @param timeoutMs the client closes the connection after this time
 */
export function exchange(
  origin: string,
  sendAll: string | ((socket: Socket) => void | Promise<void>),
  timeoutMs = TIMEOUT_MS,
): Promise<Exchange> {
  const { hostname, port } = new URL(origin);
  const readSeconds = measureElapsed();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    let isClosed = true;
    const timer = setTimeout(() => {
      isClosed = false;
      socket.destroy();
    }, timeoutMs);
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    // A server that rejects a request may reset the connection while the client still sends.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({
        text,
        statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
        body: parseBody(text),
        seconds: readSeconds(),
        isClosed,
        sent: socket.bytesWritten,
      });
    });
    socket.on('connect', () => {
      if (typeof sendAll === 'string') socket.write(sendAll, 'latin1');
      else Promise.resolve(sendAll(socket)).catch(reject);
    });
  });
}

function parseBody(text: string): Exchange['body'] {
  try {
    return JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4));
  } catch {
    return undefined;
  }
}

/** Returns the head of a request, with the empty line at its end. */
export function head(line: string, headers: Record<string, string | string[]>): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}`),
  );
  return [`${line} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}

/** Waits until the server has read what was sent, or has closed the connection. */
function waitForDrain(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.on('drain', end).on('close', end);
  });
}

/**
 * Sends chunks until the server rejects them, or a multiple of its limit was sent.
 *
 * @param start the head of the request
 */
export function sendEndlessChunks(origin: string, start: string): Promise<Exchange> {
  const maxBytes = 64 * 1024 * 1024;
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  return exchange(origin, async (socket) => {
    socket.write(start);
    while (!socket.destroyed && socket.writable && socket.bytesWritten < maxBytes) {
      if (!socket.write(chunk)) await waitForDrain(socket);
    }
  });
}
