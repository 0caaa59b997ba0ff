import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import sirv from 'sirv';

const site = join(import.meta.dirname, 'dist');

/** Content types that sirv doesn't know (RFC 9512, RFC 7763). */
const CONTENT_TYPES: Record<string, string> = {
  '.yaml': 'application/yaml',
  '.md': 'text/markdown;charset=utf-8',
  '.txt': 'text/plain;charset=utf-8',
};

/** Path of the event stream that tells live pages to reload. */
const RELOAD_PATH = '/__reload';

/** A running site. */
export interface DocsServer {
  /** URL of the start page, such as `http://127.0.0.1:4020`, without a trailing slash. */
  url: string;
  /** Reloads the open pages of a live site. */
  reload(): void;
  /** Stops serving and closes open connections. */
  close(): Promise<void>;
}

/** The part of a mock that the "Try it" page uses. */
export interface MockApi {
  /** Base path of all operations, such as `/api/v1`. */
  basePath: string;
  /** Responds to a request; the host in its URL is ignored. */
  fetch: typeof fetch;
}

/**
 * Serves the built site locally, directly from `dist/`, so that a new build is visible after a reload.
 *
 * @param options.port port to listen on, 0..65535; 0 selects a free port
 * @param options.host IP address to listen on; by default, only this machine can connect
 * @param options.live whether {@link DocsServer.reload} reloads open pages
 * @param options.mock enables "Try it": the mock serves its base path at the site's origin
 * @throws {Error} if the site hasn't been built; the system error (`EADDRINUSE`, `EACCES`, …) if it can't listen
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
  if (!existsSync(join(site, 'index.html'))) {
    throw new Error("The documentation hasn't been built: packages/apps/docs/dist is missing. Run npm run build.");
  }
  const serveFile = sirv(site, {
    dev: true,
    etag: true,
    setHeaders(response, path) {
      const type = CONTENT_TYPES[extname(path)];
      if (type) response.setHeader('content-type', type);
    },
    onNoMatch: (_, response) => sendNotFound(response),
  });
  const livePages = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (live && request.url === RELOAD_PATH) {
      livePages.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.flushHeaders();
      response.once('close', () => livePages.delete(response));
    } else if (request.url === '/local.js') sendLocalSettings(response, mock, live);
    else if (mock && request.url?.startsWith(`${mock.basePath}/`)) void forward(mock, request, response);
    else {
      // Ignores ranges, because an invalid one would crash the process.
      delete request.headers.range;
      serveFile(request, response);
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${actualPort}`,
    reload() {
      for (const response of livePages) response.write('data: reload\n\n');
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

/** Replaces the site's `local.js`, which every page runs, with one that has the mock's path and reloads live pages. */
function sendLocalSettings(response: ServerResponse, mock: MockApi | undefined, live: boolean): void {
  const reload = `new EventSource('${RELOAD_PATH}').onmessage = () => location.reload();\n`;
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  response.end(`export const mock = ${JSON.stringify(mock?.basePath)};\n${live ? reload : ''}`);
}

/** Forwards a request to the mock. A disconnected client or a failing mock only ends this response. */
async function forward(mock: MockApi, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
    const request = new Request(new URL(incoming.url ?? '/', 'http://mock'), {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(hasBody && { body: Readable.toWeb(incoming) as globalThis.ReadableStream, duplex: 'half' }),
    });
    const response = await mock.fetch(request);
    outgoing.setHeaders(response.headers).writeHead(response.status);
    if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
    else outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
