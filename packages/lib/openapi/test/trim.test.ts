import fc from '@aispm/testing/properties';
import { it } from 'vitest';
import { trimBoth, trimEnd } from '../src/text/trim.ts';

const text = fc.string({ unit: fc.constantFrom('-', '.', 'a') });

it('trimEnd removes what the pattern with $ removes', () => {
  fc.assert(fc.property(text, (value) => trimEnd(value, /[-.]/) === value.replace(/[-.]+$/, '')));
});

it('trimBoth removes what the patterns with ^ and $ remove', () => {
  fc.assert(fc.property(text, (value) => trimBoth(value, /-/) === value.replace(/^-+/, '').replace(/-+$/, '')));
});
