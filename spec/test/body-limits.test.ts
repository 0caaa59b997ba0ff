import { readFileSync } from 'node:fs';
import { listOperations, maxBodyBytes } from '@aispm/openapi';
import { expect, it } from 'vitest';
import { contract } from './contract.ts';

it('the guide to errors names the maximum sizes of bodies', () => {
  const guide = readFileSync(new URL('../guides/errors.md', import.meta.url), 'utf8');
  const limits = new Set(listOperations(contract).map((operation) => maxBodyBytes(contract, operation) / 1024 ** 2));
  expect(limits.size).toBe(2);
  for (const mebibytes of limits) expect(guide).toContain(`${mebibytes} MiB`);
});
