/** Large bodies are parsed part by part, with the result of `JSON.parse`, and no part is large. */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { currentTier } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import type { Evidence, ScanDocument } from '@aispm/types';
import { expect, it } from 'vitest';
import { maxItems } from '../../src/platform/contract/limits.ts';
import { Calculations, Slices } from '../../src/platform/core/slices.ts';
import { parseJson, TOO_LARGE_PART, TOO_MUCH_CONTENT } from '../../src/platform/http/bodies/parse-json.ts';
import type { ApiError } from '../../src/platform/http/errors/errors.ts';
import { COUNTS, countItems, createFullDocument } from '../bulk/full-scan-document.ts';

/** Runs of a property; further ones, at night, find little. */
const RUNS = currentTier() === 'test:nightly' ? 100 : 30;
/** Spaces that make a body large. */
const PADDING = ' '.repeat(64 * 1024);

const toBytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, allowsUnsupported = true) => parseJson(toBytes(text), allowsUnsupported);
const catchError = (text: string | Uint8Array<ArrayBuffer>, allowsUnsupported = false) =>
  parseJson(typeof text === 'string' ? toBytes(text) : text, allowsUnsupported).then(
    () => undefined,
    ({ reason, details }: ApiError) => ({ reason, details }),
  );

/**
 * JSON as no serializer writes it: with spaces, some of which end a batch of items, escapes, names that occur twice, `__proto__`, and marks of
 * JSON in texts.
 */
const jsonTexts = fc.letrec<Record<'value' | 'list' | 'object', string>>((tie) => {
  const space = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('', ' ', '\n\t\r') },
    { weight: 1, arbitrary: fc.constant(PADDING) },
  );
  const spaced = (text: fc.Arbitrary<string>) => fc.tuple(space, text, space).map((parts) => parts.join(''));
  const character = fc.constantFrom(
    ...[',', ':', '[', ']', '{', '}', 'a', 'é', '😀'],
    ...['\\"', '\\\\', '\\/', '\\n', '\\u005d', '\\ud83d\\ude00', '\\ud800', '\\u0000'],
  );
  const text = fc.array(character, { maxLength: 5 }).map((characters) => `"${characters.join('')}"`);
  const name = fc.oneof(fc.constantFrom('"a"', '"\\u0061"', '"0"', '"__proto__"', '"constructor"', '""'), text);
  const member = fc.tuple(spaced(name), spaced(tie('value'))).map((parts) => parts.join(':'));
  const word = fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1.50',
    '1E+2',
    '-2e-400',
    '1e400',
    '98765432109876543210',
  );
  return {
    value: fc.oneof({ depthSize: 'small' }, word, text, tie('list'), tie('object')),
    list: fc.array(spaced(tie('value')), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
    object: fc.array(member, { maxLength: 5 }).map((members) => `{${members.join(',')}}`),
  };
});

it('a large body has the value that JSON.parse returns', async () => {
  const { value, list, object } = jsonTexts;
  await fc.assert(
    fc.asyncProperty(fc.oneof(value, list, object), async (text) => {
      const padded = text + PADDING;
      const [parsed, expected] = [await parse(padded), JSON.parse(padded)];
      expect(isDeepStrictEqual(parsed, expected)).toBe(true);
      // The members are in the same order.
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(expected));
    }),
    { numRuns: 3 * RUNS },
  );
});

it('a string that is not JSON is rejected, regardless of its size', async () => {
  // One change of a valid text, which may remain valid.
  const character = fc.constantFrom(...'{}[]":,\\ 0-eE.tn\u0001');
  await fc.assert(
    fc.asyncProperty(jsonTexts.value, character, fc.nat(), async (text, inserted, position) => {
      const characters = [...text];
      characters.splice(position % (characters.length + 1), 0, inserted);
      const changed = characters.join('') + PADDING;
      let expected: unknown;
      try {
        expected = { value: JSON.parse(changed) };
      } catch {
        expected = { reason: 'malformed_json' };
      }
      const parsed = await parse(changed).then(
        (value) => ({ value }),
        ({ reason }: ApiError) => ({ reason }),
      );
      expect(parsed).toEqual(expected);
    }),
    { numRuns: 5 * RUNS },
  );
});

it.each([
  ['{"a":[1,2', 'Unexpected end of JSON input'],
  ['{"a":"', 'Unexpected end of JSON input'],
  ['{"a" 1}', 'Unexpected token at byte 5'],
  ['{"a":[{},{"b":}]}', 'after byte 6'],
])('the error says where %s is not JSON', async (text, expected) => {
  expect((await catchError(text + PADDING))?.details.body).toContain(expected);
});

it('a large body that is not UTF-8 is rejected', async () => {
  const bytes = toBytes(`{"a":["b","c"]}${PADDING}`);
  bytes[7] = 0xff;
  expect(await catchError(bytes)).toMatchObject({
    reason: 'malformed_json',
    details: { body: expect.stringContaining('UTF-8') },
  });
});

it.each(['{"a":["\\u0000","b\\u0000"],"c\\u0000":1e400}', '["\\ud800",{"a":{"b":1e999}}]', '"\\u0000"'])(
  'values that cannot be stored are found in %s, regardless of its size',
  async (text) => {
    const [small, large] = [await catchError(text), await catchError(text + PADDING)];
    expect(large).toEqual(small);
    expect(large).toMatchObject({ reason: 'invalid_body' });
  },
);

it.each([100, 101])('a large body of %i levels is rejected like a small one', async (levels) => {
  const text = '['.repeat(levels) + ']'.repeat(levels);
  expect(await catchError(text + PADDING)).toEqual(await catchError(text));
});

it.each([
  ['an item with many members', `{"a":[1,{${'"b":1,'.repeat(60_000)}"c":1}]}`, 'body/a/1', TOO_LARGE_PART],
  ['an item with many lists', `{"a":[[${'[],'.repeat(60_000)}1]]}`, 'body/a/0', TOO_LARGE_PART],
  ['an item with many lists of one item', `{"a":[[${'[0],'.repeat(20_000)}[0]]]}`, 'body/a/0', TOO_LARGE_PART],
  ['an item with a long list', `{"a":[1,[[${'0,'.repeat(60_000)}0]]]}`, 'body/a/1', TOO_LARGE_PART],
  ['a member with many members', `{"a":{${'"b":1,'.repeat(60_000)}"c":1}}`, 'body/a', TOO_LARGE_PART],
  ['a long item', `{"a":["${'b'.repeat(5 * 1024 * 1024)}"]}`, 'body/a/0', TOO_LARGE_PART],
  ['an item with long texts', `{"a":[[${`"${'b'.repeat(1_000)}",`.repeat(5_000)}0]]}`, 'body/a/0', TOO_LARGE_PART],
  ['a long name', `{"${'b'.repeat(5 * 1024 * 1024)}":1}`, 'body', TOO_LARGE_PART],
  ['many spaces', `{"a":${' '.repeat(5 * 1024 * 1024)}1}`, 'body', TOO_LARGE_PART],
  ['many members', `{${'"a":1,'.repeat(60_000)}"b":1}`, 'body', TOO_LARGE_PART],
  ['much content', `[${'[[],[]],'.repeat(700_000)}1]`, 'body', TOO_MUCH_CONTENT],
  ['many items', `{"a":[${'0,'.repeat(2_100_000)}0]}`, 'body', TOO_MUCH_CONTENT],
])('a body with %s is rejected', async (_, text, location, message) => {
  expect(await catchError(text)).toEqual({ reason: 'invalid_body', details: { [location]: message } });
});

it('the guide to errors names the limits of the content', () => {
  const guide = readFileSync(new URL('../../../../../spec/guides/errors.md', import.meta.url), 'utf8');
  const limits = `${TOO_LARGE_PART} ${TOO_MUCH_CONTENT}`.match(/\d[\d,]*(?: MiB)?/g) ?? [];
  expect(limits).toHaveLength(3);
  for (const limit of limits) expect(guide).toContain(limit);
});

it('a scan document can have as many items, evidence and interactions as the contract allows', async () => {
  const document = createFullDocument('full');
  const [evidence, interactions] = [
    maxItems('ScannedOccurrence.evidence'),
    maxItems('ScannedOccurrence.llm_interaction_ids'),
  ];
  for (const occurrence of document.occurrences) {
    occurrence.evidence = Array.from({ length: evidence }, () => occurrence.evidence?.[0] as Evidence);
    occurrence.llm_interaction_ids = Array.from({ length: interactions }, (_, index) => `interaction-${index}`);
  }
  const text = JSON.stringify(document);
  expect(text.length).toBeLessThan(32 * 1024 * 1024);
  expect(countItems((await parse(text)) as ScanDocument)).toEqual(COUNTS);
});

it('a long list does not count as one large part', async () => {
  const list = Array.from({ length: 100_000 }, (_, index) => [index]);
  expect(await parse(JSON.stringify({ list }))).toEqual({ list });
});

it('other tasks can run after each large item of a list', async () => {
  // Each item ends its slice.
  let now = 0;
  const calculations = new Calculations(() => {
    now += 10;
    return now;
  });
  let turns = 0;
  let isParsing = true;
  const count = () => {
    turns += 1;
    if (isParsing) setImmediate(count);
  };
  setImmediate(count);
  await parseJson(toBytes(`[${`"${PADDING}",`.repeat(20)}0]`), true, new Slices(calculations));
  isParsing = false;
  expect(turns).toBeGreaterThanOrEqual(20);
});
