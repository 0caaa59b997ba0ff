import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { examine } from '@aispm/conformance';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TOKEN } from './exchange.ts';
import { MAX_LIMITS } from './max-limits.ts';

describe('a run', () => {
  it('opens a connection for each request, because a server may close one after a response', async () => {
    let requests = 0;
    let connections = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/api/v1`;
    await examine({ baseUrl, token: TOKEN, operations: ['listRules', 'listAgents'], ...MAX_LIMITS });
    expect(requests).toBeGreaterThan(2);
    expect(connections).toBe(requests);
  });
});
