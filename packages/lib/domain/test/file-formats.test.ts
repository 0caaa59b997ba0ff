import { describe, expect, it } from 'vitest';
import { FILE_FORMATS } from '../src/file-formats.ts';

const { csv, ndjson } = FILE_FORMATS;
const formatRow = (...cells: unknown[]) => csv.rows([], [cells]);

describe('CSV', () => {
  it('quotes cells with delimiters, quotes or line breaks', () => {
    expect(formatRow('a,b', 'say "x"', 'two\nlines', 'cr\rlf', ' plain ')).toBe(
      '"a,b","say ""x""","two\nlines","cr\rlf", plain \r\n',
    );
  });

  it('writes null as an empty cell, and arrays and objects as JSON', () => {
    expect(formatRow(null, true, false, 0, -1.5, ['a'], { b: 'c' }, [])).toBe(
      ',true,false,0,-1.5,"[""a""]","{""b"":""c""}",[]\r\n',
    );
  });

  it.each([
    ...['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\nx', '\u22121'],
    ...['＝1+1', '＋1', '－1', '＠x', '﹦1', '﹢1', '﹣1', '﹫x', '⁼1', '⁻1'],
    ...[' ', '\u00a0', '\u3000', '\u2003', '\u200b', '\ufeff', '\u00ad', '\u2060 \u200e'].flatMap((blank) => [
      `${blank}=1+1`,
      `${blank}＠x`,
    ]),
  ])('escapes %j, which spreadsheets would interpret as a formula', (text) => {
    expect(formatRow(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('keeps other text unchanged', () => {
    expect(formatRow('a=b', '1-1', 'x@y', ' a', '', ' ', '１＝1', '–', '*', '_')).toBe(
      'a=b,1-1,x@y, a,, ,１＝1,–,*,_\r\n',
    );
  });

  it('quotes separators of other locales, at which LibreOffice splits', () => {
    expect(formatRow('a;=1', 'a\t=1')).toBe('"a;=1","a\t=1"\r\n');
  });
});

describe('NDJSON', () => {
  it('keeps types and the order of columns', () => {
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
});
