import type { EvaluationRunResult } from '@aispm/types';
import type { Summary } from './evaluation.ts';

/** What counts of a result. */
export type CountedResult = Pick<EvaluationRunResult, 'status' | 'category'>;

/**
 * Sums up the results of a probe. The score is the share of passed ones among those that passed or failed, in two decimals; errored
 * ones lower no score, neither that of the run nor that of their category.
 *
 * @returns undefined when nothing could be judged, so that there is no score
 */
export function summarize(results: readonly CountedResult[]): Summary | undefined {
  const counts = countsOf(results);
  const score = scoreOf(counts);
  if (score === undefined) return undefined;
  const categories = Map.groupBy(
    results.filter(({ category }) => category !== null),
    ({ category }) => category ?? '',
  );
  const scored = [...categories].flatMap(([category, ofCategory]) => {
    const ofThis = scoreOf(countsOf(ofCategory));
    return ofThis === undefined ? [] : [[category, ofThis] as const];
  });
  return { score, ...counts, ...(scored.length > 0 && { by_category: Object.fromEntries(scored) }) };
}

/** Sums up a metric: what neither passed nor failed could not be judged. */
export function summarizeCounts(
  total: number,
  judged: { readonly passed: number; readonly failed: number },
): Summary | undefined {
  const score = scoreOf(judged);
  return score === undefined ? undefined : { score, total, ...judged, errored: total - judged.passed - judged.failed };
}

function countsOf(results: readonly CountedResult[]): Omit<Summary, 'score' | 'by_category'> {
  const count = (status: CountedResult['status']) => results.filter((result) => result.status === status).length;
  return { total: results.length, passed: count('passed'), failed: count('failed'), errored: count('errored') };
}

function scoreOf({ passed, failed }: { readonly passed: number; readonly failed: number }): number | undefined {
  return passed + failed === 0 ? undefined : Math.round((passed / (passed + failed)) * 100) / 100;
}
