import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../../free-port.ts';
import { sampleRequest } from '../dist/sample.js';
import { run } from './process.ts';
import { operations, TOKEN } from './support.ts';

const require = createRequire(import.meta.url);

it('plain "prism mock" serves the contract as well, without the base path', { tags: ['long'] }, async () => {
  const manifest = require.resolve('@stoplight/prism-cli/package.json');
  const cli = join(dirname(manifest), require(manifest).bin.prism);
  const port = String(await freePort());
  // Prism crashes when NODE_ENV says production.
  const { NODE_ENV, ...env } = process.env;
  const { printed } = run(cli, ['mock', require.resolve('@aispm/spec/openapi.yaml'), '--port', port], env);
  await printed(/Prism is listening/);

  const sample = operations.filter(({ method }) => method === 'get').map(sampleRequest)[0];
  expect(sample).toBeDefined();
  const response = await fetch(`http://127.0.0.1:${port}${sample?.path}`, {
    headers: { ...TOKEN, ...sample?.headers },
    signal: AbortSignal.timeout(5_000),
  });
  expect([response.status, typeof (await response.json())]).toEqual([200, 'object']);
});
