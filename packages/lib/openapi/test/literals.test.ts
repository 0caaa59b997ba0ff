import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { JAVASCRIPT, PYTHON, writeLiteral } from '../src/samples/literals.ts';

describe('a literal of JavaScript', () => {
  it('has the written value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const written = new Function(`return ${writeLiteral(value, JAVASCRIPT)};`)();
        expect(written).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  });

  it('has a property whose name is that of the prototype', () => {
    const value = JSON.parse('{"__proto__":{"a":1}}');
    expect(JSON.stringify(new Function(`return ${writeLiteral(value, JAVASCRIPT)};`)())).toBe(JSON.stringify(value));
  });

  it('is on one line if it fits', () => {
    expect(writeLiteral({ a: ["it's"], 'b-c': null }, JAVASCRIPT)).toBe("{ a: ['it\\'s'], 'b-c': null }");
  });

  it('puts each property on its own line if it does not fit on the current one', () => {
    expect(writeLiteral({ a: [], b: { c: 1 } }, JAVASCRIPT, `  call(${'x'.repeat(50)}, `)).toBe(
      '{\n    a: [],\n    b: { c: 1 },\n  }',
    );
  });
});

describe('a literal of Python', () => {
  it('uses the constants and quotes of Python', () => {
    expect(writeLiteral({ a: [true, false, null, 1.5, 'a "b"\n'], 'b-c': {} }, PYTHON)).toBe(
      '{"a": [True, False, None, 1.5, "a \\"b\\"\\n"], "b-c": {}}',
    );
  });

  it('is indented by four spaces', () => {
    expect(writeLiteral({ name: 'x'.repeat(60) }, PYTHON, '    data=')).toBe(
      `{\n        "name": "${'x'.repeat(60)}",\n    }`,
    );
  });
});
