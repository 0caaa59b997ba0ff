import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { lint } from './lint.ts';

/** Lints two unbounded schemas, one of which declares exceptions. */
async function lintUnboundedSchemas(exceptions: object): Promise<string[]> {
  const schema = { type: 'object', properties: { name: { type: 'string' }, words: { type: 'array', items: {} } } };
  const components = { schemas: { Excepted: { ...schema, 'x-lint-exceptions': exceptions }, Other: schema } };
  const text = stringify({ openapi: '3.1.1', components }, { aliasDuplicateObjects: false });
  const findings = await lint(text, ['strings-bounded', 'arrays-bounded', 'exceptions-are-used']);
  return findings.map(({ code, path }) => `${code} ${path.slice(2).join('.')}`).sort();
}

describe('an exception', () => {
  it('only applies to its rule, at its node and below', async () => {
    expect(await lintUnboundedSchemas({ 'strings-bounded': 'These texts come from another system.' })).toEqual([
      'arrays-bounded Excepted.properties.words',
      'arrays-bounded Other.properties.words',
      'strings-bounded Other.properties.name',
    ]);
  });

  it('applies without a sufficient reason, but is itself a finding', async () => {
    expect(await lintUnboundedSchemas({ 'strings-bounded': 'legacy', 'arrays-bounded': null })).toEqual([
      'arrays-bounded Other.properties.words',
      'exceptions-are-used Excepted.x-lint-exceptions.arrays-bounded',
      'exceptions-are-used Excepted.x-lint-exceptions.strings-bounded',
      'strings-bounded Other.properties.name',
    ]);
  });
});
