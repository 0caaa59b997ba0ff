import fc from '@aispm/testing/properties';
import { expect, it } from 'vitest';
import { groupBy } from '../src/index.ts';

it('groups items like Map.groupBy', () => {
  const keys = fc.constantFrom('a', 'b', '', undefined, Number.NaN, 0, -0, '__proto__');
  fc.assert(
    fc.property(fc.array(fc.record({ key: keys, value: fc.nat() })), (items) => {
      const keyOf = ({ key }: { key: unknown }) => key;
      expect([...groupBy(items, keyOf)]).toEqual([...Map.groupBy(items, keyOf)]);
    }),
  );
});
