import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { examine } from '@aispm/conformance';
import { expect, onTestFinished, test } from 'vitest';
import { TOKEN } from './server.ts';

test('a server may close a connection after each answer: none is used twice', async () => {
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
  await examine({ baseUrl: `http://127.0.0.1:${port}/api/v1`, token: TOKEN, operations: ['listRules', 'listAgents'] });
  expect(requests).toBeGreaterThan(2);
  expect(connections).toBe(requests);
});
