import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgressBar } from '../dist/progress.js';

function shownOn(isTTY: boolean, isQuiet = false): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const bar = createProgressBar(stream as unknown as NodeJS.WriteStream, isQuiet);
  bar.show({ done: 5, total: 10, requests: 42, failed: 1, check: 'paging' });
  bar.clear();
  return String(stream.read() ?? '');
}

test('a terminal shows how far the run is, and nothing of it stays', () => {
  expect(shownOn(true)).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 5/10 paging, 42 requests, 1 broken`);
  expect(shownOn(true).endsWith('\r\x1b[K')).toBe(true);
});

test('a file or a pipe shows nothing', () => {
  expect(shownOn(false)).toBe('');
});

test('a quiet run shows nothing', () => {
  expect(shownOn(true, true)).toBe('');
});
