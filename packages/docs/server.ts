import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sirv from 'sirv';

const site = join(import.meta.dirname, 'dist');

/** A running site. */
export interface DocsServer {
  /** Address of the start page, such as `http://127.0.0.1:4020`; no slash at the end. */
  url: string;
  /** Stops serving: open connections are closed too. */
  close(): Promise<void>;
}

/**
 * Serves the built site on this machine, straight from `dist/`: a new build shows on the next reload.
 *
 * @param options.port port to listen on, 0..65535; 0 takes a free one
 * @param options.host address to listen on; by default only this machine can connect
 * @throws Error when the site has not been built, or the system's error (`EADDRINUSE`, `EACCES`, …) when it cannot listen
 */
export async function serveDocs({ port, host = '127.0.0.1' }: { port: number; host?: string }): Promise<DocsServer> {
  if (!existsSync(join(site, 'index.html'))) throw new Error('The documentation is not built: npm run build.');
  const server = createServer(sirv(site, { dev: true, etag: true }));
  server.listen(port, host);
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${actualPort}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
