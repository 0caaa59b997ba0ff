import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractError, createMock } from '@aispm/mock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { smallContract } from './small-contract.ts';
import { TOKEN } from './support.ts';

/** Creates a file with a contract that a test can change. */
function createContractFile() {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'contract.json');
  const write = (contract: object) => writeFileSync(file, JSON.stringify(contract));
  write(smallContract());
  return { file, write };
}

/** Creates the small contract with another base path and an additional path. */
function createChangedContract() {
  const { paths, ...others } = smallContract();
  const added = { get: { operationId: 'getNews', responses: { 200: { description: 'New.' } } } };
  return { ...others, servers: [{ url: '/v3' }], paths: { ...paths, '/news': added } };
}

describe('a reload', () => {
  it('loads the current version of the file, on the same port', async () => {
    const { file, write } = createContractFile();
    const mock = await createMock({ contract: file });
    const { url, close } = await mock.listen({ port: 0 });
    onTestFinished(close);
    const { origin } = new URL(url);
    const count = mock.operationCount;
    expect((await fetch(`${origin}/v3/news`, { headers: TOKEN })).status).toBe(404);
    write(createChangedContract());
    await mock.reload();
    expect((await fetch(`${origin}/v3/news`, { headers: TOKEN })).status).toBe(200);
    expect((await fetch(`${url}/things/special`, { headers: TOKEN })).status).toBe(404);
    expect([mock.basePath, mock.operationCount]).toEqual(['/v3', count + 1]);
  });

  it('rejects an invalid contract and continues with the previous one', async () => {
    const { file, write } = createContractFile();
    const mock = await createMock({ contract: file });
    write({ ...smallContract(), openapi: '2.0' });
    await expect(mock.reload()).rejects.toThrow(ContractError);
    expect((await mock.fetch(`http://mock.test${mock.basePath}/things/special`, { headers: TOKEN })).status).toBe(200);
  });

  it('keeps the other options', async () => {
    const mock = await createMock({ contract: smallContract(), baseUrl: '/api' });
    await mock.reload(createChangedContract());
    expect((await mock.fetch('http://mock.test/api/news', { headers: TOKEN })).status).toBe(200);
  });
});
