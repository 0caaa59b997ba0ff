import { programSize } from '@aispm/testing/bundle';
import { describe, expect, it } from 'vitest';

describe('the size (minified, gzip)', () => {
  it('of one call with retries, timeouts and typed errors is up to 2250 bytes', async () => {
    const program = `import { createClient, getRule } from '@aispm/client'; export { createClient, getRule };`;
    expect(await programSize(program, import.meta.dirname)).toBeLessThanOrEqual(2250);
  });

  it('of one call with query parameters is up to 2450 bytes', async () => {
    const program = `import { createClient, listRules } from '@aispm/client'; export { createClient, listRules };`;
    expect(await programSize(program, import.meta.dirname)).toBeLessThanOrEqual(2450);
  });

  it('of the entire client is up to 8192 bytes', async () => {
    expect(await programSize(`export * from '@aispm/client';`, import.meta.dirname)).toBeLessThanOrEqual(8192);
  });
});
