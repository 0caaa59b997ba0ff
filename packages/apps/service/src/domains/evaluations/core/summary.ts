/** Summarizes the results of runs. */
import { getScoreInterval } from '@aispm/domain';
import type { EvaluationRunResult, RunSummary } from '@aispm/types';

/** The stored summary of a completed run. */
export type Summary = Omit<NonNullable<RunSummary>, 'score_interval'>;

/** The fields of a result that a summary counts. */
export type CountedResult = Pick<EvaluationRunResult, 'status' | 'category'>;

/** What was judged. */
interface Judged {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Minimum share of judged prompts or interactions for a score, in percent. With fewer, the others could change the score too
 * much.
 */
export const MIN_JUDGED_PERCENT = 80;

/**
 * Summarizes the results of a probe. A score is the share of passed results among passed and failed ones, rounded to two
 * decimals; errored results don't lower the score of the run or of their category. A category with too few judged results has
 * no score.
 *
 * @returns undefined if too few results could be judged for a score
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
 * Summarizes a metric. Interactions that neither passed nor failed couldn't be judged.
 *
 * @returns undefined if too few interactions could be judged
 */
export function summarizeCounts(total: number, judged: Judged): Summary | undefined {
  const score = calculateScore(judged, total);
  return score === undefined ? undefined : { score, total, ...judged, errored: total - judged.passed - judged.failed };
}

/** Adds the derived values, which aren't stored, to a summary. */
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
