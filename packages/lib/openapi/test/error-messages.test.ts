import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  clip,
  describeSchemaError,
  invalidRequest,
  notAcceptable,
  receivedValue,
  UNKNOWN_FIELD,
} from '../src/index.ts';

describe('an error message', () => {
  it('names the first detail and counts the others', () => {
    const detail = { location: 'query/page_size', message: 'must be integer' };
    expect(invalidRequest([])).toBe('The request is not valid.');
    expect(invalidRequest([detail])).toBe('The request is not valid: query/page_size must be integer.');
    expect(invalidRequest([detail, detail, detail])).toBe(
      'The request is not valid: query/page_size must be integer (and 2 more, see details).',
    );
  });

  it('names the media types that are available', () => {
    expect(notAcceptable('image/png', ['text/csv', 'application/x-ndjson'])).toBe(
      'The response is not available as "image/png". Accept text/csv or application/x-ndjson.',
    );
  });

  it('shortens strings and received values', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcd', 3)).toBe('ab…');
    // Half of a surrogate pair isn't a string that every JSON parser reads.
    expect(clip('a😀b', 3)).toBe('a…');
    expect(clip('a😀bc', 4)).toBe('a😀…');
    expect(receivedValue(undefined)).toBe('');
    expect(receivedValue({ a: null })).toBe(', got {"a":null}');
    expect(receivedValue('x'.repeat(100))).toHaveLength(', got '.length + 60);
  });

  it('repeats the start of a received value as JSON', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 150 });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 100 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 20 }),
    }));
    fc.assert(
      fc.property(value, (received) => {
        expect(receivedValue(received)).toBe(`, got ${clip(JSON.stringify(received), 60)}`);
      }),
    );
  });

  it('does not serialize the rest of a long received value', () => {
    const list = new Proxy(
      Array.from({ length: 100 }, () => 1),
      {
        get: (items, name) => {
          if (Number(name) > 60) throw new Error(`Item ${String(name)} was read.`);
          return Reflect.get(items, name);
        },
      },
    );
    expect(receivedValue(list)).toMatch(/^, got \[1,1,/);
  });

  it('describes errors of schemas by the property that they are about', () => {
    expect(describeSchemaError({ keyword: 'required', params: { missingProperty: 'a/b' } })).toEqual({
      message: 'is required',
      property: 'a/b',
    });
    expect(describeSchemaError({ keyword: 'unevaluatedProperties', params: { unevaluatedProperty: 'x' } })).toEqual({
      message: UNKNOWN_FIELD,
      property: 'x',
    });
    expect(describeSchemaError({ keyword: 'const', params: { allowedValue: 'a' } })).toEqual({
      message: 'must be "a"',
    });
    expect(describeSchemaError({ keyword: 'type', params: {}, message: 'must be string' })).toEqual({
      message: 'must be string',
    });
  });
});
