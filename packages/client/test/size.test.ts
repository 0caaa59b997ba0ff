import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundle } from './bundle.ts';

/** Returns the size of a program, minified and compressed, in bytes. */
async function programSize(program: string): Promise<number> {
  return gzipSync(await bundle(program), { level: 9 }).length;
}

describe('the size (minified, gzip)', () => {
  it('of one call with retries, timeouts and typed errors is up to 2200 bytes', async () => {
    const program = `import { createClient, getRule } from '@aispm/client'; export { createClient, getRule };`;
    expect(await programSize(program)).toBeLessThanOrEqual(2200);
  });

  it('of one call with query parameters is up to 2400 bytes', async () => {
    const program = `import { createClient, listRules } from '@aispm/client'; export { createClient, listRules };`;
    expect(await programSize(program)).toBeLessThanOrEqual(2400);
  });

  it('of the entire client is up to 8192 bytes', async () => {
    expect(await programSize(`export * from '@aispm/client';`)).toBeLessThanOrEqual(8192);
  });
});
