/** A server that responds as a test wants, in place of the service. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** A request that the server received. */
export interface Received {
  readonly method: string;
  /** The path after the base path, without the tenant and the workspace, such as `/scans`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** A status with a JSON body, a string that is no JSON, or no response at all. */
export type Response = readonly [status: number, body: unknown] | 'drop';

/** Serves while a function runs, with the variables that an upload needs. */
export async function withService<T>(
  respond: (request: Received) => Response,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.replace('/api/v1', '').replace('/tenants/halden-freight/workspaces/production', '');
    request.resume().on('end', () => {
      const result = respond({ method: request.method ?? '', path, query: searchParams, headers: request.headers });
      if (result === 'drop') {
        request.socket.destroy();
        return;
      }
      const [status, body] = result;
      const isString = typeof body === 'string';
      response.writeHead(status, {
        'Content-Type': isString ? 'text/html' : 'application/json',
        'X-Request-Id': 'r-7',
      });
      response.end(isString ? body : JSON.stringify(body));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  try {
    stubEnvironment(baseUrl);
    return await use(baseUrl);
  } finally {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  }
}

/** Sets the variables that an upload needs. */
export function stubEnvironment(baseUrl: string): void {
  vi.stubEnv('AISPM_BASE_URL', baseUrl);
  vi.stubEnv('AISPM_TOKEN', 'aispm_test');
  vi.stubEnv('AISPM_TENANT', 'halden-freight');
  vi.stubEnv('AISPM_WORKSPACE', 'production');
}
