import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@aispm/mock';
import { aispmMock } from '@aispm/mock/vite';
import { build, createLogger, createServer, preview } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { smallContract } from './small-contract.ts';
import { expectError, mock, paths, TOKEN } from './support.ts';

let app: string;

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'aispm-vite-'));
  writeFileSync(join(app, 'index.html'), '<!doctype html><title>The page of the app</title>');
  return () => rmSync(app, { recursive: true, force: true });
});

/** Starts Vite's development server for the rest of the test; returns its URL and its log. */
async function start(options?: Parameters<typeof aispmMock>[0]) {
  const log: string[] = [];
  const customLogger = { ...createLogger('silent'), info: write, error: write };
  function write(message: string) {
    log.push(message);
  }
  const server = await createServer({
    root: app,
    configFile: false,
    customLogger,
    plugins: [aispmMock(options)],
    server: { port: 0, host: '127.0.0.1' },
  });
  onTestFinished(() => server.close());
  await server.listen();
  return { origin: server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '', log };
}

describe('the Vite plugin', () => {
  it('serves the API and the pages of the app on the same origin', async () => {
    const { origin, log } = await start();
    const response = await fetch(`${origin}${mock.basePath}${paths.rules}?page_size=1`, { headers: TOKEN });
    expect(((await response.json()) as { items: unknown[] }).items).toHaveLength(1);
    expect(await (await fetch(`${origin}/`)).text()).toContain('The page of the app');
    expect(log.join()).toContain(`${mock.operationCount} operations at ${mock.basePath}`);
  });

  it('reads bodies and returns the contract’s errors', async () => {
    const { origin } = await start();
    const url = `${origin}${mock.basePath}${paths.agentEvaluations}`;
    const init = { method: 'POST', headers: { ...TOKEN, 'content-type': 'application/json' } };
    const body = JSON.stringify({ agent_id: 'a1', evaluation_id: 'e1', schedule: 'weekly' });
    expect((await fetch(url, { ...init, body })).status).toBe(201);
    await expectError(await fetch(url, { ...init, body: '{' }), 400);
    await expectError(await fetch(`${origin}${mock.basePath}/no/such/path`), 404);
  });

  it('has the options of the mock', async () => {
    const { origin } = await start({ baseUrl: '/elsewhere' });
    expect((await fetch(`${origin}/elsewhere${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });

  it('serves the API in the preview of a built app', async () => {
    await build({ root: app, configFile: false, logLevel: 'silent' });
    const server = await preview({
      root: app,
      configFile: false,
      logLevel: 'silent',
      plugins: [aispmMock()],
      preview: { port: 0, host: '127.0.0.1' },
    });
    onTestFinished(() => server.close());
    const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
    expect((await fetch(`${origin}${mock.basePath}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
    expect(await (await fetch(`${origin}/`)).text()).toContain('The page of the app');
  });

  it('reloads a changed contract; an invalid one is reported and the previous one remains', async () => {
    const contract = smallContract();
    const { basePath } = await createMock({ contract });
    const file = join(app, 'contract.json');
    writeFileSync(file, JSON.stringify(contract));
    const { origin, log } = await start({ contract: file });
    const status = async (path: string) => (await fetch(`${origin}${basePath}${path}`, { headers: TOKEN })).status;
    expect(await status('/search')).toBe(200);
    expect(await status('/news')).toBe(404);

    const news = { get: { operationId: 'getNews', responses: { 200: { description: 'New.' } } } };
    writeFileSync(file, JSON.stringify({ ...contract, paths: { ...contract.paths, '/news': news } }));
    await expect.poll(() => status('/news')).toBe(200);

    writeFileSync(file, '{ "openapi": ');
    await expect.poll(() => log.join()).toContain('it is not valid JSON');
    expect(await status('/news')).toBe(200);
  });
});
