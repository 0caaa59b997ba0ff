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
  /** Whether the console stays at its address when the API is closed, for that of another test file. */
  readonly isKept?: boolean;
  close(): Promise<void>;
}

/** The mock accepts any key. */
export const ANY_KEY = 'key-of-a-test-4711';

/** The built console on a port, and the port of the API that it asks. */
interface Place {
  readonly url: string;
  readonly apiPort: number;
}

/**
 * Those that no test file uses. The files of a worker use them one after the other, so that a page which has loaded the console for
 * one file can show it for the next.
 */
const freePlaces: Place[] = [];

/** Starts a console on a mock that stores changes. */
export async function startOnMock(options: MockOptions = {}): Promise<Backend> {
  const mock = await createMock({ stateful: true, ...options });
  const place = freePlaces.pop();
  const reused = place && (await mock.listen({ port: place.apiPort }).catch(() => undefined));
  const running = reused ?? (await mock.listen({ port: 0 }));
  const { url, apiPort } = place && reused ? place : await createPlace(running.url);
  return {
    url,
    api: running.url,
    key: ANY_KEY,
    isKept: true,
    async close() {
      await running.close();
      freePlaces.push({ url, apiPort });
    },
  };
}

async function createPlace(api: string): Promise<Place> {
  const handle = createConsoleHandler({ api });
  const site = await listen((request, response) => handle(request, response, () => response.writeHead(404).end()));
  return { url: site.url, apiPort: Number(new URL(api).port) };
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
