import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it was received. */
export interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Runs a server on a free port of 127.0.0.1 for the duration of a function.
 *
 * @param use receives the base URL and the requests so far.
 */
export async function withServer(
  respond: RequestListener,
  use: (baseUrl: string, received: ReceivedRequest[]) => Promise<void>,
): Promise<void> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    respond(request, response);
  });
  // A connection that finds the queue full waits for seconds.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, received);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Returns a listener that always sends the same response, as JSON unless `headers` have another content type. */
export function always(status: number, body = '', headers: Record<string, string> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

/** Returns a listener that passes each request to the next of these listeners; the last one receives all that remain. */
export function inTurn(...listeners: RequestListener[]): RequestListener {
  let next = 0;
  return (request, response) => {
    const listener = listeners[Math.min(next, listeners.length - 1)];
    next += 1;
    listener?.(request, response);
  };
}

/** A listener that closes the connection without a response. */
export const reset: RequestListener = (request) => {
  request.socket.destroy();
};

/** A listener that never responds. */
export const hang: RequestListener = () => undefined;

/** A listener that closes the connection in the middle of the body. */
export const breakOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => response.destroy());
};
