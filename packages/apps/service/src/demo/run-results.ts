/** Completes the results of the runs of the story. */
import type { EvaluationRun, EvaluationRunResult } from '@aispm/types';
import { newId } from '../platform/identifiers.ts';
import { story } from './story.ts';

type Summary = NonNullable<EvaluationRun['summary']>;
type Counted = Pick<Summary, 'passed' | 'failed' | 'errored'>;
type Categories = readonly (readonly [string, number])[];

/**
 * Returns the results of a completed run: those of the story, and results without conversation for the other prompts,
 * so that all of them add up to the summary.
 */
export function completeResults(run: EvaluationRun): EvaluationRunResult[] {
  const { summary } = run;
  if (!summary) return [];
  const shown = story.runResults.filter(({ run_id }) => run_id === run.id);
  const freeIndexes = Array.from({ length: summary.total }, (_, index) => index).filter(
    (index) => !shown.some(({ prompt_index }) => prompt_index === index),
  );
  const [from, to] = [Date.parse(run.started_at ?? run.created_at), Date.parse(run.finished_at ?? run.created_at)];
  const others = deriveOthers(summary, shown).map(({ category, status }, nth): EvaluationRunResult => {
    const index = freeIndexes[nth] ?? 0;
    return {
      id: newId(),
      run_id: run.id,
      prompt_index: index,
      status,
      score: status === 'errored' ? null : status === 'passed' ? 1 : 0,
      explanation: null,
      category,
      conversation: null,
      latency_ms: null,
      created_at: new Date(from + ((to - from) * (index + 1)) / (summary.total + 1)).toISOString(),
    };
  });
  return [...shown, ...others];
}

/** Derives the category and status of the results that the summary counts besides the shown ones. */
function deriveOthers(summary: Summary, shown: readonly EvaluationRunResult[]) {
  const categories = Object.entries(summary.by_category ?? {});
  const counts = solveCounts(categories, summary.total / categories.length, summary);
  if (!counts) throw new Error(`No results add up to this summary of the story: ${JSON.stringify(summary)}`);
  return categories.flatMap(([category], index) =>
    (['passed', 'failed', 'errored'] as const).flatMap((status) => {
      const known = shown.filter((result) => result.category === category && result.status === status).length;
      return Array.from({ length: (counts[index]?.[status] ?? 0) - known }, () => ({ category, status }));
    }),
  );
}

/** Finds counts for each category, all of the same size, that have the given scores and add up to the given total. */
function solveCounts([first, ...rest]: Categories, size: number, total: Counted): Counted[] | undefined {
  if (!first) return total.passed + total.failed + total.errored === 0 ? [] : undefined;
  for (let errored = 0; errored <= Math.min(total.errored, size); errored += 1) {
    const passed = possiblePassed(first[1], size - errored, total.passed);
    for (const count of passed) {
      const counts = { passed: count, failed: size - errored - count, errored };
      const others = solveCounts(rest, size, {
        passed: total.passed - counts.passed,
        failed: total.failed - counts.failed,
        errored: total.errored - counts.errored,
      });
      if (others && counts.failed <= total.failed) return [counts, ...others];
    }
  }
  return undefined;
}

/** Returns the possible numbers of passed results among the judged ones for a score in two decimals. */
function possiblePassed(score: number, judged: number, maximum: number): number[] {
  return Array.from({ length: Math.min(judged, maximum) + 1 }, (_, count) => count).filter(
    (count) => Math.abs(count / judged - score) < 0.0051,
  );
}
