import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from './bundle.js';

/** Size of a program, compressed, in bytes. */
const sizeOf = async (program: string) => gzipSync(await bundle(program), { level: 9 }).length;

test('one call with retries, time-outs and typed errors takes no more than 2048 bytes', async () => {
  const program = `import { createClient, getRule } from '@aispm/client'; export { createClient, getRule };`;
  expect(await sizeOf(program)).toBeLessThanOrEqual(2048);
});

test('one call with query parameters takes no more than 2240 bytes', async () => {
  const program = `import { createClient, listRules } from '@aispm/client'; export { createClient, listRules };`;
  expect(await sizeOf(program)).toBeLessThanOrEqual(2240);
});

test('the whole client takes no more than 6144 bytes', async () => {
  expect(await sizeOf(`export * from '@aispm/client';`)).toBeLessThanOrEqual(6144);
});
