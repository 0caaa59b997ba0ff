import fc from '@aispm/testing/properties';
import { expect, it } from 'vitest';
import { replaceJsonWebTokens } from '../src/text/json-web-tokens.ts';

/** The same as a pattern, which takes quadratic time. */
const TOKEN = /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g;

it('JSON Web Tokens are replaced like with the pattern', () => {
  const part = fc.constantFrom('eyJ', 'eyJabcdefgh', '-', '_', '.', 'abcdefgh', 'x');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      expect(replaceJsonWebTokens(text, '*')).toBe(text.replace(TOKEN, '*'));
    }),
    { numRuns: 2_000 },
  );
});
