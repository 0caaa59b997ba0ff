/** @module-tag long */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const ASSETS = join(import.meta.dirname, '../dist/assets');
const KB = 1_000;

const tested = startConsole();

it('the dashboard loads up to 200 KB of compressed JavaScript', async () => {
  const page = await tested.openSignedIn();
  await page.getByRole('heading', { name: 'Top issues' }).waitFor();
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
  const sizes = files.map((file) => compressedSize(new URL(file).pathname.split('/').at(-1) ?? ''));
  expect(sizes.length).toBeGreaterThan(1);
  expect(sum(sizes)).toBeLessThanOrEqual(200 * KB);
});

function compressedSize(file: string): number {
  return gzipSync(readFileSync(join(ASSETS, file))).byteLength;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
