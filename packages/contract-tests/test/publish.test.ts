import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT, publish } from '../coverage/publish.ts';

let folder: string;
const path = (...parts: string[]) => join(folder, ...parts);
const run = () => publish({ site: path('site'), reports: path('reports'), target: path('target') }, 'abc');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  for (const name of ['site/guides', 'reports', 'target']) mkdirSync(path(name), { recursive: true });
  writeFileSync(path('site/coverage.html'), 'no table yet');
  writeFileSync(path('site/guides/start.html'), 'a guide');
  writeFileSync(path('reports/coverage.html'), 'the table');
  writeFileSync(path('reports/coverage.json'), '{"contract":{"digest":"abc"}}');
  writeFileSync(path('target/old.html'), 'an old page');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('publish', () => {
  it('takes the documentation and the coverage of the repository', () => {
    const manifest = (built: string) => JSON.parse(readFileSync(join(built, '../package.json'), 'utf8')).name;
    expect(Object.values(BUILT).map(manifest)).toEqual(['@aispm/docs', '@aispm/contract-tests']);
  });

  it('copies the documentation and replaces its page for the coverage', () => {
    run();
    expect(readFileSync(path('target/coverage.html'), 'utf8')).toBe('the table');
    expect(readFileSync(path('target/guides/start.html'), 'utf8')).toBe('a guide');
    expect(readFileSync(path('site/coverage.html'), 'utf8')).toBe('no table yet');
    expect(() => readFileSync(path('target/old.html'))).toThrow('ENOENT');
  });

  it.each<[string, () => void, RegExp]>([
    ['the page for the coverage', () => rmSync(path('site/coverage.html')), /site has no page coverage\.html/],
    ['the coverage', () => rmSync(path('reports/coverage.json')), /is missing: run "npm run test:contract"/],
    [
      'the coverage of the same contract',
      () => writeFileSync(path('reports/coverage.json'), '{"contract":{"digest":"def"}}'),
      /is about another contract/,
    ],
  ])('changes nothing without %s', (_, prepare, reason) => {
    prepare();
    expect(run).toThrow(reason);
    expect(readFileSync(path('target/old.html'), 'utf8')).toBe('an old page');
  });
});
