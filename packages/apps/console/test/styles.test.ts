import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the styles only use custom properties that they define', () => {
  const folder = join(import.meta.dirname, '../src');
  const styles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const defined = new Set([...styles.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const used = [...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});
