import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractError, createMock } from '@aispm/mock';
import { expect, onTestFinished, test } from 'vitest';
import { smallContract } from './small-contract.ts';

/** A contract in a file that a test can change. */
function contractFile() {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'contract.json');
  const write = (contract: object) => writeFileSync(file, JSON.stringify(contract));
  write(smallContract());
  return { file, write };
}

/** The small contract with another base path and one path more. */
function changedContract() {
  const { paths, ...others } = smallContract();
  const added = { get: { operationId: 'getNews', responses: { 200: { description: 'New.' } } } };
  return { ...others, servers: [{ url: '/v3' }], paths: { ...paths, '/news': added } };
}

test('a reload answers from the file as it is now, on the same port', async () => {
  const { file, write } = contractFile();
  const mock = await createMock({ contract: file });
  const { url, close } = await mock.listen({ port: 0 });
  onTestFinished(close);
  const { origin } = new URL(url);
  const count = mock.operationCount;
  expect((await fetch(`${origin}/v3/news`)).status).toBe(404);
  write(changedContract());
  await mock.reload();
  expect((await fetch(`${origin}/v3/news`)).status).toBe(200);
  expect((await fetch(`${url}/things/special`)).status).toBe(404);
  expect([mock.basePath, mock.operationCount]).toEqual(['/v3', count + 1]);
});

test('a contract that cannot be used is refused, and the one before stays', async () => {
  const { file, write } = contractFile();
  const mock = await createMock({ contract: file });
  write({ ...smallContract(), openapi: '2.0' });
  await expect(mock.reload()).rejects.toThrow(ContractError);
  expect((await mock.fetch(`http://mock.test${mock.basePath}/things/special`)).status).toBe(200);
});

test('a reload keeps the other settings', async () => {
  const mock = await createMock({ contract: smallContract(), baseUrl: '/api' });
  await mock.reload(changedContract());
  expect((await mock.fetch('http://mock.test/api/news')).status).toBe(200);
});
