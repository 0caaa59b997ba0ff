import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundle } from './bundle.js';

test('a program carries only the operations that it uses', async () => {
  const code = await bundle(`import { createClient, getRule } from '@aispm/client'; export { createClient, getRule };`);
  expect(code.match(/method:"[A-Z]+"/g)).toHaveLength(1);
  expect(code).toContain('/rules/');
});

test('a program that uses only an error class carries no operation', async () => {
  const code = await bundle(`import { ApiError } from '@aispm/client'; export { ApiError };`);
  expect(code).not.toContain('method:');
});

test('the package has no dependencies', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('peerDependencies');
});

test('every import of the built package is one of its own files, with its suffix', () => {
  const dist = new URL('../dist/', import.meta.url);
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((it) => /\.(js|d\.ts)$/.test(it));
  const imports = files.flatMap((file) =>
    [...readFileSync(new URL(file, dist), 'utf8').matchAll(/^(?:import|export) .*? from ['"](.+?)['"];$/gms)].map(
      ([, from]) => from,
    ),
  );
  expect(imports).not.toHaveLength(0);
  expect(imports.filter((from) => !/^\.\.?\/.+\.js$/.test(from ?? ''))).toEqual([]);
});
