import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pruneDeclarations } from '../src/declarations.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declarations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

it('keeps what the entry imports, directly or indirectly, with portable paths', () => {
  write({
    'index.d.ts': "export type { A } from './a/a.ts';\n",
    'a/a.d.ts': "import type { B } from '../b.ts';\nexport type A = B;\n",
    'b.d.ts': 'export type B = 1;\n',
    'a/unused.d.ts': 'export type C = 1;\n',
    'a/code.js': '',
  });
  pruneDeclarations(folder, 'index.d.ts');
  expect(['index.d.ts', 'a/a.d.ts', 'b.d.ts', 'a/code.js'].every((path) => existsSync(join(folder, path)))).toBe(true);
  expect(existsSync(join(folder, 'a/unused.d.ts'))).toBe(false);
  expect(readFileSync(join(folder, 'a/a.d.ts'), 'utf8')).toContain("from '../b.js'");
});

it('rejects declarations that need a private package', () => {
  write({ 'index.d.ts': "export type { Operation } from '@aispm/openapi';\n" });
  expect(() => pruneDeclarations(folder, 'index.d.ts')).toThrow('index.d.ts needs types of a private package');
});
