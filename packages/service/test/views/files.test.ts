import { expect, test } from 'vitest';
import { FILE_FORMS } from '../../src/views/files.ts';

const { csv, ndjson } = FILE_FORMS;
const line = (...cells: unknown[]) => csv.rows([], [cells]);

test('CSV quotes what has to be quoted', () => {
  expect(line('a,b', 'say "x"', 'two\nlines', 'cr\rlf', ' plain ')).toBe(
    '"a,b","say ""x""","two\nlines","cr\rlf", plain \r\n',
  );
});

test('CSV writes null as nothing, and lists and objects as JSON', () => {
  expect(line(null, true, false, 0, -1.5, ['a'], { b: 'c' }, [])).toBe(
    ',true,false,0,-1.5,"[""a""]","{""b"":""c""}",[]\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('CSV lets no spreadsheet take %j for a formula', (text) => {
  expect(line(text).replace(/^"/, '')).toMatch(/^'/);
});

test('CSV leaves other texts alone', () => {
  expect(line('a=b', '1-1', 'x@y', '＝1')).toBe('a=b,1-1,x@y,＝1\r\n');
});

test('JSON lines keep the types and the order of the columns', () => {
  expect(
    ndjson.rows(
      ['b', 'a'],
      [
        [1, null],
        ['x\n', { y: [true] }],
      ],
    ),
  ).toBe('{"b":1,"a":null}\n{"b":"x\\n","a":{"y":[true]}}\n');
});
