import { describe, expect, it } from 'vitest';
import {
  findUnsupportedParameters,
  findUnsupportedValues,
  MAX_DETAILS,
  MAX_ERROR_TEXT,
  toErrorLocation,
  toStorableText,
  UNSUPPORTED_NUMBER,
  UNSUPPORTED_TEXT,
} from '../src/index.ts';

const UNSUPPORTED_TEXTS = ['a\u0000b', '\ud800', '\udc00\ud800'];
const STORABLE_TEXTS = ['', 'a', '\u0001', '\ufffd', '\u{1f600}', '\ud83d\ude00'];

describe('the location of an error', () => {
  it.each(['\n', '\r', '\u2028', '\u2029', '\0', '\ud800'])(
    'is one line of text that can be stored (%j)',
    (character) => {
      expect(toErrorLocation(`body/a${character}b/c`)).toBe('body/a\ufffdb/c');
    },
  );

  it('is shortened', () => {
    expect(toErrorLocation(`body/${'😀'.repeat(MAX_ERROR_TEXT)}`).length).toBeLessThanOrEqual(MAX_ERROR_TEXT);
    expect(toErrorLocation(`body/${'😀'.repeat(MAX_ERROR_TEXT)}`)).toMatch(/^body\/\p{Emoji}+…$/u);
  });
});

describe('values that cannot be stored', () => {
  it.each(UNSUPPORTED_TEXTS)('have a location in a value, also as names: %j', (text) => {
    const value = { a: [STORABLE_TEXTS, text], b: { c: text }, [`n${text}`]: 1 };
    const name = `body/n${toStorableText(text)}`;
    expect(findUnsupportedValues(value, 'body')).toEqual({
      'body/a/1': UNSUPPORTED_TEXT,
      'body/b/c': UNSUPPORTED_TEXT,
      [name]: UNSUPPORTED_TEXT,
    });
  });

  it.each(UNSUPPORTED_TEXTS)('have the location of their parameter: %j', (text) => {
    expect(findUnsupportedParameters({ name: text, owner: ['a', text], status: 'open' }, 'query')).toEqual({
      'query/name': UNSUPPORTED_TEXT,
      'query/owner': UNSUPPORTED_TEXT,
    });
  });

  it('include numbers beyond the range of a double', () => {
    const value = JSON.parse('{"a": [1e400, -1e999], "b": 1e308}');
    expect(findUnsupportedValues(value, 'body')).toEqual({
      'body/a/0': UNSUPPORTED_NUMBER,
      'body/a/1': UNSUPPORTED_NUMBER,
    });
  });

  it('are nothing else', () => {
    expect(findUnsupportedValues(STORABLE_TEXTS, 'body')).toEqual({});
    expect(findUnsupportedParameters({ name: STORABLE_TEXTS }, 'query')).toEqual({});
  });

  it('are reported up to the number of details of an error', () => {
    const texts = Array.from({ length: 1_000 }, () => '\u0000');
    expect(Object.keys(findUnsupportedValues(texts, 'body'))).toHaveLength(MAX_DETAILS);
    expect(Object.keys(findUnsupportedParameters(texts, 'query'))).toHaveLength(MAX_DETAILS);
  });

  it('can be stored with replacement characters', () => {
    expect(UNSUPPORTED_TEXTS.map(toStorableText)).toEqual(['a\ufffdb', '\ufffd', '\ufffd\ufffd']);
    expect(STORABLE_TEXTS.map(toStorableText)).toEqual(STORABLE_TEXTS);
  });
});
