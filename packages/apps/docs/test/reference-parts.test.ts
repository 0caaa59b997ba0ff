/** The parts that the pages of the reference are made of, each with the cases that few operations have. */
import { describe, expect, it } from 'vitest';
import { readContract } from '../build/contract.ts';
import { firstSentence } from '../build/error-tables.ts';
import { pageLinks } from '../build/reference/addresses.ts';
import { parameterList } from '../build/reference/fields.ts';
import { jsonHtml } from '../build/reference/json-html.ts';
import { listConstraints } from '../build/reference/types.ts';

describe('the constraints of a schema', () => {
  it.each([
    ['one character', { minLength: 1, maxLength: 1 }, ['1 character']],
    ['at least one', { minItems: 1 }, ['at least 1 item']],
    ['at most one', { maxProperties: 1 }, ['at most 1 member']],
    ['several', { minLength: 1, maxLength: 255 }, ['1–255 characters']],
    ['a lower limit of none', { minItems: 0, maxItems: 20 }, ['at most 20 items']],
    ['a number from 0', { minimum: 0 }, ['at least 0']],
    ['a number up to the largest', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, ['at least 1']],
  ])('say in words: %s', (_, schema, words) => {
    expect(listConstraints(schema)).toEqual(words);
  });
});

it('shows markup in an example as text', () => {
  const html = jsonHtml('{"<b>": "<script>alert(1)</script>", "count": 1}');
  expect(html).toContain('<span class="jk">&quot;&lt;b&gt;&quot;</span>:');
  expect(html).toContain('<span class="js">&quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot;</span>');
  expect(html).not.toMatch(/<b>|<script>/);
});

it('marks the parameters that are required, and only those', () => {
  const parameters = [{ name: 'scan_id', required: true }, { name: 'limit', required: false }, { name: 'cursor' }];
  const lines = parameterList(readContract(), parameters, pageLinks).split('\n');
  expect(lines.map((line) => line.includes('**required**'))).toEqual([true, false, false]);
});

it.each([
  [
    'at a dot, but not within a number',
    'Returns version 1.2 of a scan. Later ones differ.',
    'Returns version 1.2 of a scan.',
  ],
  ['at the end of a line', 'Is it known?\nSee below.', 'Is it known?'],
  ['nowhere', 'A text\n  without an end', 'A text without an end'],
])('a first sentence ends %s', (_, text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});
