import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../src/frameworks');
/** What a table may need: its type, the functions for what it can't express, and other tables. */
const ALLOWED =
  /^(?:\.\.\/\.\.\/recognize\/(?:examine\/[\w-]+|shared\/(?:framework|autonomy))|\.\/[\w-]+)\.ts$|^@aispm\/domain$/;

it('files of frameworks have tables, and leave code to recognize/', () => {
  const files = globSync('*/*.ts', { cwd: folder });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const imports = Array.from(text.matchAll(/ from '([^']+)'/g), ([, specifier = '']) => specifier);
    expect(
      imports.filter((specifier) => !ALLOWED.test(specifier)),
      file,
    ).toEqual([]);
    expect(text, file).not.toMatch(/\bRecognizer\b|: Examine\b/);
  }
});
