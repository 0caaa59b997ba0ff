import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type MockOptions } from '@aispm/mock';
import { createConsoleHandler } from '../../server.ts';

/** A running console with the sample data. */
export interface Backend {
  /** The console's origin. */
  readonly url: string;
  /** URL of the API. */
  readonly api: string;
  /** An API key with access to everything. */
  readonly key: string;
  /** Whether the next test file reuses the console's origin after the API is closed. */
  readonly isReused?: boolean;
  close(): Promise<void>;
}

/** An API key for the mock, which accepts any key. */
export const ANY_KEY = 'key-of-a-test-4711';

/** The origin of a built console, and the port of its API. */
interface ConsoleSite {
  readonly url: string;
  readonly apiPort: number;
}

/**
 * Sites that aren't in use. The test files of a worker reuse them, so that a page that has loaded the console can be shared
 * between files.
 */
const freeSites: ConsoleSite[] = [];

/** Starts a console on a stateful mock. */
export async function startOnMock(options: MockOptions = {}): Promise<Backend> {
  const mock = await createMock({ stateful: true, ...options });
  const site = freeSites.pop();
  const reused = site && (await mock.listen({ port: site.apiPort }).catch(() => undefined));
  const running = reused ?? (await mock.listen({ port: 0 }));
  const { url, apiPort } = site && reused ? site : await createSite(running.url);
  return {
    url,
    api: running.url,
    key: ANY_KEY,
    isReused: true,
    async close() {
      await running.close();
      freeSites.push({ url, apiPort });
    },
  };
}

async function createSite(api: string): Promise<ConsoleSite> {
  const handle = createConsoleHandler({ api });
  const site = await listen((request, response) => handle(request, response, () => response.writeHead(404).end()));
  return { url: site.url, apiPort: Number(new URL(api).port) };
}

/** Listens on a free port. */
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
