/** No regular expression takes more than linear time on a text from outside. */
import { sampleByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { type Expression, longestText, MAX_MS, measure, readExpressions } from '../lint/read-expressions.ts';
import { createPumps } from './pumps.ts';

const { expressions } = readExpressions();
const all = [...new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each])).values()];

/** `npm run lint:expressions` checks all of them on each push, by another method. */
const distinct = sampleByHash(all, ({ source, flags }) => `/${source}/${flags}`, 4);

/** Long enough for a quadratic expression to be slow, in characters. */
const SHORT = 16_384;

/** What follows the repetitions, so that the whole does not match. */
const ENDS = ['\u0000', '\n\u0000'];

/** Returns the first text that makes an expression slow, in short; undefined when none does. */
function findSlow(expression: Expression, length = longestText(expression)): string | undefined {
  const texts = createPumps(expression.source, expression.flags, length, ENDS);
  const slow = [...texts].find((text) => measure(expression, text) > MAX_MS);
  return slow && `${expression.place} with ${JSON.stringify(slow.slice(0, 60))}`;
}

describe('the parts of what an expression matches, repeated,', () => {
  it('never make it slow', () => {
    expect(distinct.flatMap((expression) => findSlow(expression) ?? [])).toEqual([]);
  });

  it.each([
    ['removes hyphens', '-+$'],
    ['finds a JSON Web Token', '\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*'],
    ['finds an empty line', '^\\s*-\\s+(.+?)\\s*$'],
    ['finds a script', '<script\\b[^>]*>'],
    ['finds a placeholder', '\\{([^}]+)\\}'],
  ])('make a quadratic one that %s slow', (_, source) => {
    expect(findSlow({ source, flags: 'g', place: 'here:1', file: 'here' }, SHORT)).toMatch(/^here:1 with "/);
  });
});
