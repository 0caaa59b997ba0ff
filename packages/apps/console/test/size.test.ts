import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const ASSETS = join(import.meta.dirname, '../dist/assets');
const KB = 1_000;

it('the scripts of large graphs have up to 60 KB', () => {
  const chunks = listChunks().filter((file) => /^(large-graph|neighbourhood)-.*\.js$/.test(file));
  expect(chunks).toHaveLength(2);
  expect(sum(chunks.map(compressedSize))).toBeLessThanOrEqual(60 * KB);
});

it('the script of charts has up to 30 KB', () => {
  const chunks = listChunks().filter((file) => /^stacked-bars-.*\.js$/.test(file));
  expect(chunks).toHaveLength(1);
  expect(sum(chunks.map(compressedSize))).toBeLessThanOrEqual(30 * KB);
});

it('the script that reads uploaded files has up to 60 KB', () => {
  const chunks = listChunks().filter((file) => /^upload-form-.*\.js$/.test(file));
  expect(chunks).toHaveLength(1);
  expect(sum(chunks.map(compressedSize))).toBeLessThanOrEqual(60 * KB);
});

/** Lists the scripts that the page can load. A cached build can leave scripts of earlier builds in the folder. */
function listChunks(): string[] {
  const files = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
  const reached = new Set<string>();
  const follow = (content: string): void => {
    for (const file of files.filter((candidate) => !reached.has(candidate) && content.includes(candidate))) {
      reached.add(file);
      follow(readFileSync(join(ASSETS, file), 'utf8'));
    }
  };
  follow(readFileSync(join(ASSETS, '../index.html'), 'utf8'));
  return [...reached];
}

function compressedSize(file: string): number {
  return gzipSync(readFileSync(join(ASSETS, file))).byteLength;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
