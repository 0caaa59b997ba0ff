import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PRODUCTS } from '../../spec/test/mission.ts';

const root = join(import.meta.dirname, '../..');

it.each(PRODUCTS)('the build writes $name, $file', ({ file, contains, size }) => {
  expect(statSync(join(root, file)).size).toBeGreaterThan(size);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(contains);
});
