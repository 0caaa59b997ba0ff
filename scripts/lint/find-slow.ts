import { createPumps } from './pumps.ts';
import { type Expression, longestText, MAX_MS, measure } from './read-expressions.ts';

/** What follows the repetitions, so that the whole doesn't match. */
const ENDS = ['\u0000', '\n\u0000'];

/** Returns the first string that makes an expression slow, abbreviated; undefined if none does. */
export function findSlow(expression: Expression, length = longestText(expression)): string | undefined {
  const texts = createPumps(expression.source, expression.flags, length, ENDS);
  const slow = [...texts].find((text) => measure(expression, text) > MAX_MS);
  return slow && `${expression.place} with ${JSON.stringify(slow.slice(0, 60))}`;
}
