import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collectLicenses } from '../src/licenses.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licenses-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function metafile(...paths: string[]) {
  return { inputs: Object.fromEntries(paths.map((path) => [join(folder, path), {}])) };
}

it('names each package once, with its version, license and license files, and omits sources of the repository', async () => {
  write('node_modules/@scope/b/package.json', '{"name": "@scope/b", "version": "2.0.0", "license": "MIT"}');
  write('node_modules/@scope/b/LICENSE.md', 'Text of B');
  write(
    'node_modules/a/package.json',
    '{"name": "a", "version": "1.0.0", "licenses": [{"type": "ISC"}, {"type": "MIT"}]}',
  );
  write('node_modules/a/licence', 'Text of A');
  write('node_modules/a/NOTICE', 'Notice of A');
  write('node_modules/a/README.md', 'Not a license');
  const text = await collectLicenses(
    metafile('node_modules/a/index.js', 'node_modules/a/other.js', 'src/own.ts'),
    metafile('node_modules/@scope/b/lib/index.js'),
  );
  expect(text.split(`\n${'-'.repeat(80)}\n\n`)).toEqual([
    '@scope/b 2.0.0 (MIT)\n\nText of B',
    'a 1.0.0 (ISC or MIT)\n\nNotice of A\nText of A',
  ]);
});

it('reads paths with the namespace of a plugin, and omits files that a browser bundle leaves out', async () => {
  write('node_modules/a/package.json', '{"name": "a", "version": "1.0.0", "license": "MIT"}');
  const inputs = {
    [`lazy:${join(folder, 'node_modules/a/index.js')}`]: {},
    [`(disabled):${join(folder, 'node_modules/missing/index.js')}`]: {},
  };
  expect(await collectLicenses({ inputs })).toBe('a 1.0.0 (MIT)\n');
});
