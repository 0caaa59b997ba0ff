import { createRequire } from 'node:module';
import { freePort, toolPath } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { createSampleRequest } from '../dist/sample-request.js';
import { run } from './run-program.ts';
import { operations, TOKEN } from './support.ts';

const require = createRequire(import.meta.url);

describe('plain `prism mock`', () => {
  it('serves the contract too, without the base path', { tags: ['long'] }, async () => {
    const cli = toolPath('@stoplight/prism-cli', 'dist/index.js');
    const port = String(await freePort());
    // Prism crashes when NODE_ENV says production.
    const { NODE_ENV, ...env } = process.env;
    const { printed } = run(cli, ['mock', require.resolve('@aispm/spec/openapi.yaml'), '--port', port], env);
    await printed(/Prism is listening/);

    const sample = operations.filter(({ method }) => method === 'get').map(createSampleRequest)[0];
    expect(sample).toBeDefined();
    const response = await fetch(`http://127.0.0.1:${port}${sample?.path}`, {
      headers: { ...TOKEN, ...sample?.headers },
      signal: AbortSignal.timeout(5_000),
    });
    expect([response.status, typeof (await response.json())]).toEqual([200, 'object']);
  });
});
