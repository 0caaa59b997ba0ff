/** Edge cases of the parts of reference pages. */
import { describe, expect, it } from 'vitest';
import { readContract } from '../build/contract.ts';
import { firstSentence } from '../build/error-tables.ts';
import { parameterList } from '../build/reference/fields.ts';
import { jsonHtml } from '../build/reference/json-html.ts';
import { pageLinks } from '../build/reference/page-links.ts';
import { listConstraints } from '../build/reference/types.ts';

describe('listConstraints', () => {
  it.each([
    ['one character', { minLength: 1, maxLength: 1 }, ['1 character']],
    ['a minimum of one', { minItems: 1 }, ['at least 1 item']],
    ['a maximum of one', { maxProperties: 1 }, ['up to 1 key']],
    ['a range', { minLength: 1, maxLength: 255 }, ['1–255 characters']],
    ['a minimum of zero items', { minItems: 0, maxItems: 20 }, ['up to 20 items']],
    ['a number of at least zero', { minimum: 0 }, ['at least 0']],
    ['a number up to the largest integer', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, ['at least 1']],
  ])('describes %s', (_, schema, words) => {
    expect(listConstraints(schema)).toEqual(words);
  });
});

it('jsonHtml escapes markup', () => {
  const html = jsonHtml('{"<b>": "<script>alert(1)</script>", "count": 1}');
  expect(html).toContain('<span class="jk">"&lt;b&gt;"</span>:');
  expect(html).toContain('<span class="js">"&lt;script&gt;alert(1)&lt;/script&gt;"</span>');
  expect(html).not.toMatch(/<b>|<script>/);
});

it('parameterList only marks required parameters', () => {
  const parameters = [{ name: 'scan_id', required: true }, { name: 'limit', required: false }, { name: 'cursor' }];
  const lines = parameterList(readContract(), parameters, pageLinks).split('\n');
  expect(lines.map((line) => line.includes('**required**'))).toEqual([true, false, false]);
});

it.each([
  [
    'at a period, but not within a number',
    'Returns version 1.2 of a scan. Later ones differ.',
    'Returns version 1.2 of a scan.',
  ],
  ['before a line break', 'Is it known?\nSee below.', 'Is it known?'],
  ['at the end of the string if there is no period', 'A text\n  without an end', 'A text without an end'],
])('firstSentence ends %s', (_, text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});
