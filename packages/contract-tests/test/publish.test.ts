import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publish } from '../coverage/publish.ts';

let folder: string;
const path = (...parts: string[]) => join(folder, ...parts);
const run = (digest = 'abc') => publish(path('site'), path('reports'), path('target'), digest);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  for (const name of ['site/guides', 'reports', 'target']) mkdirSync(path(name), { recursive: true });
  writeFileSync(path('site/coverage.html'), 'no table yet');
  writeFileSync(path('site/guides/start.html'), 'a guide');
  writeFileSync(path('reports/coverage.html'), 'the table');
  writeFileSync(path('reports/coverage.json'), '{"contract":{"digest":"abc"}}');
  writeFileSync(path('target/old.html'), 'a page of yesterday');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the site is copied with the table in its place, and stays as it was built', () => {
  run();
  expect(readFileSync(path('target/coverage.html'), 'utf8')).toBe('the table');
  expect(readFileSync(path('target/guides/start.html'), 'utf8')).toBe('a guide');
  expect(readFileSync(path('site/coverage.html'), 'utf8')).toBe('no table yet');
  expect(() => readFileSync(path('target/old.html'))).toThrow('ENOENT');
});

test.each<[string, () => void, RegExp]>([
  ['no page for the table', () => rmSync(path('site/coverage.html')), /site has no coverage\.html/],
  ['no table', () => rmSync(path('reports/coverage.json')), /is not there: run "npm test/],
  [
    'the table of another contract',
    () => writeFileSync(path('reports/coverage.json'), '{"contract":{"digest":"def"}}'),
    /is about another contract/,
  ],
])('nothing is published with %s', (_, spoil, reason) => {
  spoil();
  expect(() => run()).toThrow(reason);
  expect(readFileSync(path('target/old.html'), 'utf8')).toBe('a page of yesterday');
});
