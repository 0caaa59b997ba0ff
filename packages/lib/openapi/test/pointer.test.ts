import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { formatFragment, formatPointer, getNode, parsePointer } from '../src/index.ts';

/** The document and the pointers of RFC 6901, sections 5 and 6. */
const document = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};
const vectors: [pointer: string, fragment: string, value: unknown][] = [
  ['', '#', document],
  ['/foo', '#/foo', ['bar', 'baz']],
  ['/foo/0', '#/foo/0', 'bar'],
  ['/', '#/', 0],
  ['/a~1b', '#/a~1b', 1],
  ['/c%d', '#/c%25d', 2],
  ['/e^f', '#/e%5Ef', 3],
  ['/g|h', '#/g%7Ch', 4],
  ['/i\\j', '#/i%5Cj', 5],
  ['/k"l', '#/k%22l', 6],
  ['/ ', '#/%20', 7],
  ['/m~0n', '#/m~0n', 8],
];

describe('JSON Pointer', () => {
  it.each(vectors)('finds the node of RFC 6901 at %j and at %j', (pointer, fragment, value) => {
    expect(getNode(document, pointer)).toEqual(value);
    expect(getNode(document, fragment)).toEqual(value);
  });

  it.each(vectors)('formats the keys of %j back to it and to %j', (pointer, fragment) => {
    expect(formatPointer(parsePointer(pointer))).toBe(pointer);
    expect(formatFragment(parsePointer(pointer))).toBe(fragment);
  });

  it('unescapes ~01 to ~1, not to a slash', () => {
    expect(parsePointer('/~01')).toEqual(['~1']);
  });

  it('keeps characters that a fragment may contain', () => {
    expect(formatFragment(['a:b@c$d&e+f,g;h=i?j', '{id}'])).toBe('#/a:b@c$d&e+f,g;h=i?j/%7Bid%7D');
  });

  it.each([
    ['/constructor'],
    ['/foo/length'],
    ['/foo/2'],
    ['/foo/00'],
    ['/foo/-'],
    ['/foo/0/0'],
    ['/__proto__/toString'],
  ])('finds nothing at %s', (pointer) => {
    expect(getNode(document, pointer)).toBeUndefined();
  });

  it('finds a key called __proto__ that the document has', () => {
    expect(getNode(JSON.parse('{"__proto__": {"a": 1}}'), '/__proto__/a')).toBe(1);
  });

  it.each([
    ['foo', 'must be empty or start with "/"'],
    ['#foo', 'must be empty or start with "/"'],
    ['/a~2b', 'write "~" in a key as "~0"'],
    ['/a~', 'write "~" in a key as "~0"'],
    ['#/%ZZ', 'percent-encoding is malformed'],
  ])('rejects %j', (pointer, reason) => {
    expect(() => parsePointer(pointer)).toThrow(reason);
  });

  const unit = fc.constantFrom('~', '/', '%', '#', '0', '1', 'a', '"', '{', 'é', '😀', ' ');
  const keys = fc.array(fc.string({ unit }));

  it('parses all keys that it formats', () => {
    fc.assert(
      fc.property(keys, (path) => {
        expect(parsePointer(formatPointer(path))).toEqual(path);
        expect(parsePointer(formatFragment(path))).toEqual(path);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (path) => {
        expect(parsePointer(formatPointer(path))).toEqual(path);
      }),
    );
  });

  it('locates every node of any JSON document', () => {
    const value = fc.jsonValue({ stringUnit: unit });
    // Lists that are long enough for indexes of two digits.
    const list = fc.array(value, { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(fc.oneof(value, list), (root) => {
        const walk = (node: unknown, path: (string | number)[]): void => {
          expect(getNode(root, formatPointer(path))).toBe(node);
          if (typeof node === 'object' && node !== null) {
            for (const [key, child] of Object.entries(node)) walk(child, [...path, key]);
          }
        };
        walk(root, []);
      }),
    );
  });
});
