import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sirv from 'sirv';

const site = join(import.meta.dirname, 'dist');

/** Content types that differ from what file names are usually taken for (RFC 9512, RFC 7763). */
const CONTENT_TYPES: Record<string, string> = {
  '.yaml': 'application/yaml',
  '.md': 'text/markdown;charset=utf-8',
  '.txt': 'text/plain;charset=utf-8',
};

/** Where a live page waits for the word to load itself again. */
const RELOAD_PATH = '/__reload';

/** A running site. */
export interface DocsServer {
  /** Address of the start page, such as `http://127.0.0.1:4020`; no slash at the end. */
  url: string;
  /** Lets the pages that are open load themselves again, when the site is live. */
  reload(): void;
  /** Stops serving: open connections are closed too. */
  close(): Promise<void>;
}

/** The part of a mock that the page "Try it" calls. */
export interface MockApi {
  /** Path that all its operations are below, such as `/api/v1`. */
  basePath: string;
  /** Answers a request; the host of its address makes no difference. */
  fetch: typeof fetch;
}

/**
 * Serves the built site on this machine, straight from `dist/`: a new build shows on the next reload.
 *
 * @param options.port port to listen on, 0..65535; 0 takes a free one
 * @param options.host address to listen on; by default only this machine can connect
 * @param options.live whether open pages load themselves again when {@link DocsServer.reload} says so
 * @param options.mock switches "Try it" on: the mock answers below its base path, under the address of the site
 * @throws Error when the site has not been built, or the system's error (`EADDRINUSE`, `EACCES`, …) when it cannot listen
 */
export async function serveDocs({
  port,
  host = '127.0.0.1',
  live = false,
  mock,
}: {
  port: number;
  host?: string;
  live?: boolean;
  mock?: MockApi;
}): Promise<DocsServer> {
  if (!existsSync(join(site, 'index.html'))) throw new Error('The documentation is not built: npm run build.');
  const serveFile = sirv(site, {
    dev: true,
    etag: true,
    setHeaders(response, path) {
      const type = CONTENT_TYPES[extname(path)];
      if (type) response.setHeader('content-type', type);
    },
    onNoMatch: (_, response) => sendNotFound(response),
  });
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (live && request.url === RELOAD_PATH) {
      waiting.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.flushHeaders();
      response.once('close', () => waiting.delete(response));
    } else if (request.url === '/local.js') sendLocalSettings(response, mock, live);
    else if (mock && request.url?.startsWith(`${mock.basePath}/`)) void passOn(mock, request, response);
    else serveFile(request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${actualPort}`,
    reload() {
      for (const response of waiting) response.write('data: reload\n\n');
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/html;charset=utf-8' });
  createReadStream(join(site, '404.html')).pipe(response);
}

/** In place of the `local.js` of the site, which every page runs: where the mock is, and when to load the page again. */
function sendLocalSettings(response: ServerResponse, mock: MockApi | undefined, live: boolean): void {
  const reload = `new EventSource('${RELOAD_PATH}').onmessage = () => location.reload();\n`;
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  response.end(`export const mock = ${JSON.stringify(mock?.basePath)};\n${live ? reload : ''}`);
}

/** Lets the mock answer; a reader that is gone, or a mock that fails, ends this one answer and nothing else. */
async function passOn(mock: MockApi, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
    const request = new Request(new URL(incoming.url ?? '/', 'http://mock'), {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    });
    const answer = await mock.fetch(request);
    outgoing.setHeaders(answer.headers).writeHead(answer.status);
    if (answer.body)
      await pipeline(Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream), outgoing);
    else outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
