import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sirv from 'sirv';

const site = join(import.meta.dirname, 'dist');

/** Where a live page waits for the word to load itself again. */
const RELOAD_PATH = '/__reload';
const RELOAD_SCRIPT = `<script>new EventSource('${RELOAD_PATH}').onmessage = () => location.reload();</script>`;

/** A running site. */
export interface DocsServer {
  /** Address of the start page, such as `http://127.0.0.1:4020`; no slash at the end. */
  url: string;
  /** Lets the pages that are open load themselves again, when the site is live. */
  reload(): void;
  /** Stops serving: open connections are closed too. */
  close(): Promise<void>;
}

/**
 * Serves the built site on this machine, straight from `dist/`: a new build shows on the next reload.
 *
 * @param options.port port to listen on, 0..65535; 0 takes a free one
 * @param options.host address to listen on; by default only this machine can connect
 * @param options.live whether open pages load themselves again when {@link DocsServer.reload} says so
 * @throws Error when the site has not been built, or the system's error (`EADDRINUSE`, `EACCES`, …) when it cannot listen
 */
export async function serveDocs({
  port,
  host = '127.0.0.1',
  live = false,
}: {
  port: number;
  host?: string;
  live?: boolean;
}): Promise<DocsServer> {
  if (!existsSync(join(site, 'index.html'))) throw new Error('The documentation is not built: npm run build.');
  const serveFile = sirv(site, { dev: true, etag: true });
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (live && request.url === RELOAD_PATH) {
      waiting.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.flushHeaders();
      response.once('close', () => waiting.delete(response));
    } else if (live && request.url === '/') {
      response.setHeader('content-type', 'text/html;charset=utf-8');
      response.end(`${readFileSync(join(site, 'index.html'), 'utf8')}${RELOAD_SCRIPT}`);
    } else serveFile(request, response);
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
