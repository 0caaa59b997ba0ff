import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createMock } from '@aispm/mock';
import express, { type Express } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectError, mock, paths, TOKEN } from './support.ts';

/** Serves an app for the rest of the test. */
async function serve(app: Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const evaluation = { agent_id: 'a1', evaluation_id: 'e1', schedule: 'weekly' };
const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', headers: { ...TOKEN, 'content-type': 'application/json' }, body });

describe('the middleware', () => {
  it('handles requests to the API and passes all others to Express', async () => {
    const origin = await serve(
      express()
        .use(mock.middleware)
        .get('/page', (_, response) => void response.send('own page')),
    );
    expect((await fetch(`${origin}${mock.basePath}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
    expect(await (await fetch(`${origin}/page`)).text()).toBe('own page');
    await expectError(await fetch(`${origin}${mock.basePath}/no/such/path`), 404);
  });

  it('gets the complete path when it is mounted at a path', async () => {
    const origin = await serve(express().use(mock.basePath, mock.middleware));
    expect((await fetch(`${origin}${mock.basePath}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });

  it('reads the body, or uses the result of a body parser', async () => {
    for (const app of [express(), express().use(express.json()), express().use(express.text({ type: '*/*' }))]) {
      const origin = await serve(app.use(mock.middleware));
      const url = `${origin}${mock.basePath}${paths.agentEvaluations}`;
      expect((await post(url, JSON.stringify(evaluation))).status).toBe(201);
      await expectError(await post(url, '{"schedule":7}'), 400);
    }
  });

  it('accepts compressed bodies, which a body parser may have decompressed', async () => {
    for (const app of [express(), express().use(express.json())]) {
      const origin = await serve(app.use(mock.middleware));
      const response = await fetch(`${origin}${mock.basePath}${paths.agentEvaluations}`, {
        method: 'POST',
        headers: { ...TOKEN, 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(JSON.stringify(evaluation))),
      });
      expect(response.status).toBe(201);
    }
  });

  it('handles the reset of a stateful mock', async () => {
    const stateful = await createMock({ stateful: true });
    const origin = await serve(express().use(stateful.middleware));
    expect((await fetch(`${origin}/__mock/reset`, { method: 'POST' })).status).toBe(204);
  });
});
