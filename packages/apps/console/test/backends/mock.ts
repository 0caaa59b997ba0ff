import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type MockOptions } from '@aispm/mock';
import { createConsoleHandler } from '../../server.ts';

/** A running console with the workspace of the story. */
export interface Backend {
  /** Origin of the console. */
  readonly url: string;
  /** Address of the API. */
  readonly api: string;
  /** An API key with access to everything. */
  readonly key: string;
  close(): Promise<void>;
}

/** The mock accepts any key. */
export const ANY_KEY = 'key-of-a-test-4711';

/** Starts a console on a mock that stores changes. */
export async function startOnMock(options: MockOptions = {}): Promise<Backend> {
  const mock = await (await createMock({ stateful: true, ...options })).listen({ port: 0 });
  const handle = createConsoleHandler({ api: mock.url });
  const site = await listen((request, response) => handle(request, response, () => response.writeHead(404).end()));
  return {
    url: site.url,
    api: mock.url,
    key: ANY_KEY,
    async close() {
      site.close();
      await mock.close();
    },
  };
}

/** Serves on a free port of this machine. */
export async function listen(handle: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
