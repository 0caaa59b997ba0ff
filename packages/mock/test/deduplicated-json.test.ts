/** The format of the packaged contract. */
import { describe, expect, it } from 'vitest';
import { pack } from '../build/pack.ts';
import { unpack } from '../src/contract/deduplicated-json.ts';

const SCHEMA = { type: 'object', properties: { name: { type: 'string', maxLength: 255 } } };

/** A recursive schema. */
interface Tree {
  type: string;
  children: { items: Tree }[];
}

describe('the format of the packaged contract', () => {
  it('preserves values', () => {
    const value = { a: [1, null, 'text', true, [], {}], b: { $: 'no reference', c: { $: 1, d: 2 } } };
    expect(unpack(pack(value))).toEqual(value);
  });

  it('omits values that JSON omits', () => {
    expect(unpack(pack({ a: undefined, b: 1 }))).toEqual({ b: 1 });
  });

  it('contains equal parts once, as one object', () => {
    const packed = pack({ first: SCHEMA, second: [structuredClone(SCHEMA)] });
    expect(packed.match(/maxLength/g)).toHaveLength(1);
    const read = unpack<{ first: unknown; second: unknown[] }>(packed);
    expect(read).toEqual({ first: SCHEMA, second: [SCHEMA] });
    expect(read.second[0]).toBe(read.first);
  });

  it('preserves recursive values', () => {
    const tree: Tree = { type: 'a text that is long enough for a reference', children: [] };
    tree.children.push({ items: tree }, { items: tree });
    const read = unpack<{ left: Tree; right: Tree }>(pack({ left: tree, right: tree }));
    expect(read.left).toEqual(tree);
    expect(read.left.children[1]?.items).toBe(read.left);
    expect(read.right).toBe(read.left);
  });

  it('rejects values that it would interpret as references', () => {
    expect(() => pack({ a: { $: 1 } })).toThrow('{"$":1} would be read as a reference.');
  });
});
