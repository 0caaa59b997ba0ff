import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { type CountedResult, summarize, summarizeCounts } from '../../src/domains/evaluations/core/summary.ts';

const result = (status: CountedResult['status'], category: string | null = null): CountedResult => ({
  status,
  category,
});

const anyResults = fc.array(
  fc.record({
    status: fc.constantFrom('passed' as const, 'failed' as const, 'errored' as const),
    category: fc.option(fc.constantFrom('a', 'b', '__proto__', 'constructor'), { nil: null }),
  }),
  { maxLength: 60 },
);

describe('summaries of runs', () => {
  it('are not lowered by errored results', () => {
    const results = [
      ...Array(6).fill(result('passed', 'a')),
      ...Array(3).fill(result('failed', 'a')),
      result('errored', 'a'),
      result('errored', 'b'),
    ];
    expect(summarize(results)).toEqual({
      score: 0.67,
      total: 11,
      passed: 6,
      failed: 3,
      errored: 2,
      by_category: { a: 0.67 },
    });
  });

  it('match the sample data', () => {
    const results = [
      ...Array(94).fill(result('passed')),
      ...Array(22).fill(result('failed')),
      ...Array(4).fill(result('errored')),
    ];
    expect(summarize(results)).toEqual({ score: 0.81, total: 120, passed: 94, failed: 22, errored: 4 });
  });

  it.each([
    [4, 1, true],
    [3, 1, false],
    [80, 20, true],
    [79, 20, false],
    [1, 119, false],
  ])('of %i judged and %i errored results have a score: %s', (judged, errored, isScored) => {
    const results = [...Array(judged).fill(result('passed')), ...Array(errored).fill(result('errored'))];
    expect(summarize(results) !== undefined).toBe(isScored);
    expect(summarizeCounts(judged + errored, { passed: judged, failed: 0 }) !== undefined).toBe(isScored);
  });

  it('have no score if nothing was judged', () => {
    expect(summarize([])).toBeUndefined();
    expect(summarize([result('errored', 'a')])).toBeUndefined();
    expect(summarizeCounts(5, { passed: 0, failed: 0 })).toBeUndefined();
  });

  it('of metrics count interactions that could not be judged as errored', () => {
    expect(summarizeCounts(10, { passed: 6, failed: 2 })).toEqual({
      score: 0.75,
      total: 10,
      passed: 6,
      failed: 2,
      errored: 2,
    });
  });

  it('add up, and have scores between 0 and 1, for all results', () => {
    fc.assert(
      fc.property(anyResults, (drawn) => {
        const summary = summarize(drawn);
        const judged = drawn.filter(({ status }) => status !== 'errored');
        const isEnough = (part: readonly unknown[], all: readonly unknown[]) =>
          part.length > 0 && 5 * part.length >= 4 * all.length;
        expect(summary !== undefined).toBe(isEnough(judged, drawn));
        if (summary === undefined) return;
        expect(summary.total).toBe(drawn.length);
        expect(summary.passed + summary.failed + summary.errored).toBe(summary.total);
        expect(Math.abs(summary.score - summary.passed / judged.length)).toBeLessThanOrEqual(0.005 + Number.EPSILON);
        const scores = Object.values(summary.by_category ?? {});
        for (const score of [summary.score, ...scores]) expect(score >= 0 && score <= 1).toBe(true);
        const inCategory = (results: readonly CountedResult[], name: string) =>
          results.filter(({ category }) => category === name);
        expect(Object.keys(summary.by_category ?? {}).sort()).toEqual(
          [...new Set(judged.flatMap(({ category }) => category ?? []))]
            .filter((name) => isEnough(inCategory(judged, name), inCategory(drawn, name)))
            .sort(),
        );
        // Errored results change only their own count and the total.
        const { errored: _, total: __, ...same } = summary;
        expect(summarize(judged)).toMatchObject(same);
        expect(summarize(drawn.toReversed())).toEqual(summary);
      }),
    );
  });
});
