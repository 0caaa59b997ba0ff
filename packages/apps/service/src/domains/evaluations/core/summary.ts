/** Summarizes the results of runs. */
import { getScoreInterval } from '@aispm/domain';
import type { EvaluationRunResult, RunSummary } from '@aispm/types';
import type { Summary } from './types.ts';

/** The fields of a result that a summary counts. */
export type CountedResult = Pick<EvaluationRunResult, 'status' | 'category'>;

/** What was judged. */
interface Judged {
  readonly passed: number;
  readonly failed: number;
}

/** Minimum share of judged prompts or interactions for a score, in percent. What was not judged could change a score too much otherwise. */
export const MIN_JUDGED_PERCENT = 80;

/**
 * Summarizes the results of a probe. A score is the share of passed results among passed and failed ones, rounded to two
 * decimals; errored results lower neither the score of the run nor that of their category. A category of which too few could be judged
 * has no score.
 *
 * @returns undefined when too few results could be judged, so that there is no score
 */
export function summarize(results: readonly CountedResult[]): Summary | undefined {
  const counts = countByStatus(results);
  const score = calculateScore(counts, counts.total);
  if (score === undefined) return undefined;
  const categories = Map.groupBy(
    results.filter(({ category }) => category !== null),
    ({ category }) => category ?? '',
  );
  const scored = [...categories].flatMap(([category, categoryResults]) => {
    const categoryScore = calculateScore(countByStatus(categoryResults), categoryResults.length);
    return categoryScore === undefined ? [] : [[category, categoryScore] as const];
  });
  return { score, ...counts, ...(scored.length > 0 && { by_category: Object.fromEntries(scored) }) };
}

/**
 * Summarizes a metric. What neither passed nor failed could not be judged.
 *
 * @returns undefined when too few interactions could be judged
 */
export function summarizeCounts(total: number, judged: Judged): Summary | undefined {
  const score = calculateScore(judged, total);
  return score === undefined ? undefined : { score, total, ...judged, errored: total - judged.passed - judged.failed };
}

/** Returns a summary with what follows from its numbers, which is not stored. */
export function completeSummary(summary: RunSummary): RunSummary {
  return summary && { ...summary, score_interval: getScoreInterval(summary.passed, summary.failed) };
}

/** Returns the number of results that passed or failed. */
export function countJudged(results: readonly CountedResult[]): number {
  return results.filter(({ status }) => status === 'passed' || status === 'failed').length;
}

function countByStatus(results: readonly CountedResult[]): Omit<Summary, 'score' | 'by_category'> {
  const count = (status: CountedResult['status']) => results.filter((result) => result.status === status).length;
  return { total: results.length, passed: count('passed'), failed: count('failed'), errored: count('errored') };
}

function calculateScore({ passed, failed }: Judged, total: number): number | undefined {
  const judged = passed + failed;
  if (judged === 0 || judged * 100 < total * MIN_JUDGED_PERCENT) return undefined;
  return Math.round((passed / judged) * 100) / 100;
}
