/** No regular expression takes more than linear time on a text from outside. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Expression, longestText, MAX_MS, measure, readExpressions } from '../lint/read-expressions.ts';

const { expressions } = readExpressions();
const distinct = [...new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each])).values()];

/** Texts that an expression matches, and in how many parts each is cut. */
const SAMPLES = 3;
const CUTS = 6;

/** What follows the repetitions, so that the whole does not match. */
const ENDS = ['\u0000', '\n'];

/** Returns beginnings of texts that an expression matches; undefined when such texts cannot be generated. */
function beginnings({ source, flags }: Expression): Set<string> | undefined {
  try {
    const samples = fc.sample(fc.stringMatching(new RegExp(source, flags.replaceAll(/[gdy]/g, ''))), SAMPLES);
    return new Set(
      samples.flatMap((sample) =>
        Array.from({ length: CUTS }, (_, index) => sample.slice(0, Math.ceil((sample.length * (index + 1)) / CUTS))),
      ),
    );
  } catch {
    return undefined;
  }
}

/** Repeats the beginnings of what an expression matches. Returns those that make it slow. */
function findSlow(expression: Expression): string[] {
  const length = longestText(expression);
  return [...(beginnings(expression) ?? [])]
    .filter((beginning) => beginning !== '')
    .flatMap((beginning) =>
      ENDS.map((end) => beginning.repeat(Math.ceil(length / beginning.length)).slice(0, length) + end)
        .filter((text) => measure(expression, text) > MAX_MS)
        .map(() => `${expression.place} with ${JSON.stringify(beginning.slice(0, 60))}`),
    );
}

describe('the beginnings of what an expression matches, repeated,', () => {
  it('never make it slow', () => {
    expect(distinct.flatMap(findSlow)).toEqual([]);
  });

  it('are generated for nearly all expressions', () => {
    const unknown = distinct.filter((expression) => beginnings(expression) === undefined);
    expect(unknown.length / distinct.length).toBeLessThan(0.15);
  });

  it.each([
    ['/-+$/', '-+$'],
    ['a JSON Web Token', '\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*'],
    ['rm -rf', '\\brm\\s+-(?:[a-z]*r[a-z]*f|[a-z]*f[a-z]*r)[a-z]*\\s+[/~*$]'],
  ])('find %s slow', (_, source) => {
    expect(findSlow({ source, flags: 'g', place: 'here:1', file: 'here' })).not.toEqual([]);
  });
});
