/** Summarizes the results of runs. */
import type { EvaluationRunResult } from '@aispm/types';
import type { Summary } from './types.ts';

/** The fields of a result that a summary counts. */
export type CountedResult = Pick<EvaluationRunResult, 'status' | 'category'>;

/**
 * Summarizes the results of a probe. A score is the share of passed results among passed and failed ones, rounded to two
 * decimals; errored results lower neither the score of the run nor that of their category.
 *
 * @returns undefined when no result could be judged, so that there is no score
 */
export function summarize(results: readonly CountedResult[]): Summary | undefined {
  const counts = countByStatus(results);
  const score = calculateScore(counts);
  if (score === undefined) return undefined;
  const categories = Map.groupBy(
    results.filter(({ category }) => category !== null),
    ({ category }) => category ?? '',
  );
  const scored = [...categories].flatMap(([category, categoryResults]) => {
    const categoryScore = calculateScore(countByStatus(categoryResults));
    return categoryScore === undefined ? [] : [[category, categoryScore] as const];
  });
  return { score, ...counts, ...(scored.length > 0 && { by_category: Object.fromEntries(scored) }) };
}

/** Summarizes a metric. What neither passed nor failed could not be judged. */
export function summarizeCounts(
  total: number,
  judged: { readonly passed: number; readonly failed: number },
): Summary | undefined {
  const score = calculateScore(judged);
  return score === undefined ? undefined : { score, total, ...judged, errored: total - judged.passed - judged.failed };
}

function countByStatus(results: readonly CountedResult[]): Omit<Summary, 'score' | 'by_category'> {
  const count = (status: CountedResult['status']) => results.filter((result) => result.status === status).length;
  return { total: results.length, passed: count('passed'), failed: count('failed'), errored: count('errored') };
}

function calculateScore({ passed, failed }: { readonly passed: number; readonly failed: number }): number | undefined {
  return passed + failed === 0 ? undefined : Math.round((passed / (passed + failed)) * 100) / 100;
}
