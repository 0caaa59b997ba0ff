import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface SeenRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers requests on a free port of 127.0.0.1 while `use` runs, which gets the address and the requests so far. */
export async function withServer(
  answer: RequestListener,
  use: (baseUrl: string, seen: SeenRequest[]) => Promise<void>,
): Promise<void> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A listener that always gives the same answer, with the content type of JSON unless told otherwise. */
export function always(status: number, body = '', headers: Record<string, string> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

/** A listener that gives these answers one after the other, and the last of them from then on. */
export function inTurn(...answers: RequestListener[]): RequestListener {
  let next = 0;
  return (request, response) => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    answer?.(request, response);
  };
}

/** A listener that closes the connection without an answer. */
export const reset: RequestListener = (request) => {
  request.socket.destroy();
};

/** A listener that never answers. */
export const hang: RequestListener = () => undefined;

/** A listener whose answer breaks off in the middle of its body. */
export const breakOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => response.destroy());
};
