/** Rows of PostgreSQL as objects. */
import { expect, it } from 'vitest';
import { createRowReader } from '../../src/platform/database/drivers/row-reader.ts';

/** Object identifiers of types of PostgreSQL. */
const TYPES = { bool: 16, int8: 20, int4: 23, text: 25, timestamptz: 1184, jsonb: 3802, textArray: 1009 };

function read(columns: readonly (readonly [name: string, type: keyof typeof TYPES, value: string | null])[]): unknown {
  const readRow = createRowReader(columns.map(([name, type]) => ({ name, dataTypeID: TYPES[type] })));
  return readRow(columns.map(([, , value]) => value));
}

it('values have the types of the contract, and missing ones are null', () => {
  expect(
    read([
      ['flag', 'bool', 't'],
      ['count', 'int8', '9007199254740991'],
      ['line', 'int4', '7'],
      ['name', 'text', 'null'],
      ['at', 'timestamptz', '2026-01-02 03:04:05.67+00'],
      ['labels', 'jsonb', '{"a": [1, null]}'],
      ['tags', 'textArray', '{a,"b c",NULL}'],
      ['nothing', 'text', null],
      ['never', 'timestamptz', null],
    ]),
  ).toEqual({
    flag: true,
    count: 9007199254740991,
    line: 7,
    name: 'null',
    at: '2026-01-02T03:04:05.67Z',
    labels: { a: [1, null] },
    tags: ['a', 'b c', null],
    nothing: null,
    never: null,
  });
});

it.each(['__proto__', 'constructor', '?column?', "a'b", 'a"b', 'a\\', 'a\n\u2028b', '*/ //', ']: 1, x: [0'])(
  'a column may have the name %j',
  (name) => {
    const row = read([[name, 'text', 'value']]) as object;
    expect(Object.entries(row)).toEqual([[name, 'value']]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  },
);

it.each([
  ['{}', []],
  ['{a}', ['a']],
  ['{static_scan,it is}', ['static_scan', 'it is']],
  ['{"",a}', ['', 'a']],
  ['{"a,b","c{d}"}', ['a,b', 'c{d}']],
  ['{"say \\"a\\"","back\\\\slash"}', ['say "a"', 'back\\slash']],
  ['{NULL,a,"NULL","null"}', [null, 'a', 'NULL', 'null']],
  ['{NULLABLE,漢字}', ['NULLABLE', '漢字']],
  [
    '{{a,b},{c,d}}',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('reads the array %s as %j', (text, expected) => {
  expect(read([['texts', 'textArray', text]])).toEqual({ texts: expected });
});

it('the last of several columns with the same name counts', () => {
  expect(
    read([
      ['a', 'text', 'first'],
      ['a', 'int4', '2'],
    ]),
  ).toEqual({ a: 2 });
});
