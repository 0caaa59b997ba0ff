import { createHash } from 'node:crypto';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { fingerprintSchema, toCanonicalJson } from '../../src/domains/scans/graph/schema-fingerprint.ts';

/** RFC 8785, appendix B: the bits of a double (IEEE 754), and its serialization. */
const NUMBERS: readonly [bits: string, json: string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

function parseDouble(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE();
}

describe('canonical JSON (RFC 8785)', () => {
  it.each(NUMBERS)('serializes the double %s as %s', (bits, json) => {
    expect(toCanonicalJson(parseDouble(bits))).toBe(json);
  });

  it.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])('rejects the double %s', (bits) => {
    expect(() => toCanonicalJson(parseDouble(bits))).toThrow(/no canonical JSON .*(NaN|Infinity) is not allowed/);
  });

  it('serializes the example of section 3.2.2', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(toCanonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts the names of the example of section 3.2.3 by UTF-16 code units', () => {
    const value: unknown = JSON.parse(String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`);
    expect(Object.values(JSON.parse(toCanonicalJson(value)))).toHaveLength(7);
    expect([...toCanonicalJson(value).matchAll(/:"([^"]*)"/g)].map(([, text]) => text)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('sorts names that are array indexes as strings', () => {
    expect(toCanonicalJson({ 10: 1, 9: 1 })).toBe('{"10":1,"9":1}');
    expect(toCanonicalJson([{ b: { 100: 0, 20: 0, 3: 0 }, a: 0 }])).toBe('[{"a":0,"b":{"100":0,"20":0,"3":0}}]');
  });

  it.each([['\ud800'], ['\udc00 after'], [{ name: 'a\ud83d' }], [{ '\udead': 1 }]])(
    'rejects the lone surrogate in %j',
    (value) => {
      expect(() => toCanonicalJson(value)).toThrow(
        'The value has no canonical JSON (RFC 8785): Lone surrogate is not allowed. Replace it with valid Unicode and finite numbers.',
      );
    },
  );

  it('is the same for every order of names, and preserves the value', () => {
    const name = fc.oneof(fc.string({ maxLength: 5 }), fc.nat({ max: 200 }).map(String));
    const json = fc.dictionary(
      name,
      fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.dictionary(name, fc.double({ noNaN: true, noDefaultInfinity: true }))),
    );
    fc.assert(
      fc.property(json, (value) => {
        const canonical = toCanonicalJson(value);
        expect(toCanonicalJson(reverseNames(value))).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('the fingerprint of a schema', () => {
  it('is the SHA-256 digest of the canonical JSON', () => {
    const expected = createHash('sha256').update('{"10":1,"9":1}').digest('hex');
    expect(fingerprintSchema({ 9: 1, 10: 1 })).toBe(expected);
  });

  it('is null without a schema', () => {
    expect(fingerprintSchema(null)).toBeNull();
    expect(fingerprintSchema(undefined)).toBeNull();
  });
});

function reverseNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reverseNames(member)]),
  );
}
