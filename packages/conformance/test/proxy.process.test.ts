/** The command behind a proxy. */
import { once } from 'node:events';
import { createServer, type Server as HttpServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quickArguments, start, useEmptyEnvironment } from './run-command.ts';
import { type Server, startServer } from './server.ts';

useEmptyEnvironment();

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('the command behind a proxy', () => {
  let proxy: HttpServer;
  let connected: string[];
  const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  /** A URL that only the proxy resolves. */
  const proxied = () => server.url.replace(/127\.0\.0\.1:\d+/, 'aispm.test');
  const target = () => new URL(server.url).port;

  beforeAll(async () => {
    connected = [];
    proxy = createServer((request, response) => {
      connected.push(request.url ?? '');
      const { pathname, search } = new URL(request.url ?? '');
      const options = {
        port: target(),
        host: '127.0.0.1',
        method: request.method,
        path: `${pathname}${search}`,
        headers: request.headers,
      };
      request.pipe(
        httpRequest(options, (reply) => {
          response.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(response);
        }),
      );
    });
    proxy.on('connect', (request, socket) => {
      connected.push(request.url ?? '');
      const upstream = connect(Number(target()), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const stream of [upstream, socket]) stream.on('error', () => socket.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  afterEach(() => {
    connected.length = 0;
  });
  const args = () => quickArguments(server.url).map((argument) => (argument === server.url ? proxied() : argument));

  it('uses HTTP_PROXY', async () => {
    const { code, err } = await start(args(), { env: { HTTP_PROXY: proxyUrl() } });
    expect([code, err]).toEqual([0, '']);
    expect(connected.join()).toContain('aispm.test');
  });

  it('uses HTTPS_PROXY for an https URL', async () => {
    const secure = args().map((argument) => argument.replace('http://aispm.test', 'https://aispm.test'));
    const { code, err } = await start(secure, { env: { HTTPS_PROXY: proxyUrl() } });
    // The server has no TLS: only the request to the proxy matters.
    expect(connected[0]).toBe('aispm.test:443');
    expect(err).toContain('cannot be reached');
    expect(code).toBe(2);
  });

  it('connects directly to the hosts in NO_PROXY', async () => {
    const { code } = await start(quickArguments(server.url), {
      env: { HTTP_PROXY: proxyUrl(), NO_PROXY: '127.0.0.1' },
    });
    expect(code).toBe(0);
    expect(connected).toEqual([]);
  });

  it('prints one line when the URL of the proxy is invalid', async () => {
    const { code, err } = await start(quickArguments(server.url), { env: { HTTP_PROXY: 'http://[' } });
    expect(err).toMatch(/^aispm-conformance: The proxy of the environment cannot be used: .+\n$/);
    expect(code).toBe(2);
  });
});
