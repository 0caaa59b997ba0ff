import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { lint } from './lint.ts';

/** Lints two schemas without bounds, one of them with these exceptions beside it. */
async function boundless(exceptions: object): Promise<string[]> {
  const schema = { type: 'object', properties: { name: { type: 'string' }, words: { type: 'array', items: {} } } };
  const components = { schemas: { Excepted: { ...schema, 'x-lint-exceptions': exceptions }, Other: schema } };
  const text = stringify({ openapi: '3.1.1', components }, { aliasDuplicateObjects: false });
  const findings = await lint(text, ['strings-bounded', 'arrays-bounded', 'exceptions-are-used']);
  return findings.map(({ code, path }) => `${code} ${path.slice(2).join('.')}`).sort();
}

test('an exception holds for its rule, at its node and below, and nowhere else', async () => {
  expect(await boundless({ 'strings-bounded': 'These texts come from another system.' })).toEqual([
    'arrays-bounded Excepted.properties.words',
    'arrays-bounded Other.properties.words',
    'strings-bounded Other.properties.name',
  ]);
});

test('an exception without a reason holds, and is a finding itself', async () => {
  expect(await boundless({ 'strings-bounded': 'legacy', 'arrays-bounded': null })).toEqual([
    'arrays-bounded Other.properties.words',
    'exceptions-are-used Excepted.x-lint-exceptions.arrays-bounded',
    'exceptions-are-used Excepted.x-lint-exceptions.strings-bounded',
    'strings-bounded Other.properties.name',
  ]);
});
