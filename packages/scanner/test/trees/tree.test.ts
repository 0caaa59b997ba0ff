import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../src/trees/parse.ts';
import { child } from '../../src/trees/tree.ts';

const entries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer()), { minLength: 1, maxLength: 8 });

/** Writes an object in each format that allows a repeated key. */
const FORMATS: Record<string, (entries: readonly (readonly [string, number])[]) => string> = {
  'x.json': (all) => `{${all.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`,
  'x.yaml': (all) => all.map(([key, value]) => `${key}: ${value}\n`).join(''),
};

describe('a configuration', () => {
  it.each(Object.entries(FORMATS))('has the last value of a repeated key, as programs read %s', (path, write) => {
    fc.assert(
      fc.property(entries, (all) => {
        const { root } = parseConfiguration(path, write(all));
        for (const [key, value] of Object.entries(Object.fromEntries(all)))
          expect(child(root, key)).toMatchObject({ value });
      }),
    );
  });
});
