/** Sends bytes as they are, for what no HTTP client would send. */
import { connect, type Socket } from 'node:net';

/** What came back on a connection, and how it went. */
export interface Exchange {
  text: string;
  /** Status of each answer, in order. */
  statuses: number[];
  /** The last body, when it is JSON. */
  body: { code?: unknown; message?: unknown } | undefined;
  ms: number;
  /** Whether the server closed the connection. */
  isClosed: boolean;
  /** Bytes that were taken from the client. */
  sent: number;
}

/**
 * Opens a connection, sends, and collects what comes back until the server closes it.
 *
 * @param sendAll writes to the socket; it may go on while the socket is writable
 * @param limitMs after this time the client closes the connection itself
 */
export function exchange(
  origin: string,
  sendAll: string | ((socket: Socket) => void | Promise<void>),
  limitMs = 60_000,
): Promise<Exchange> {
  const { hostname, port } = new URL(origin);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    let isClosed = true;
    const timer = setTimeout(() => {
      isClosed = false;
      socket.destroy();
    }, limitMs);
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    // A server that refuses a request may reset the connection while the client still sends.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({
        text,
        statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
        body: bodyOf(text),
        ms: performance.now() - startedAt,
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

function bodyOf(text: string): Exchange['body'] {
  try {
    return JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4));
  } catch {
    return undefined;
  }
}

/** The head of a request, with the empty line at its end. */
export function head(line: string, headers: Record<string, string | string[]>): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}`),
  );
  return [`${line} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}
