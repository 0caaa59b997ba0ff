/** What came of each prompt of the runs of the story. */
import type { EvaluationRun, EvaluationRunResult } from '@aispm/types';
import { newId } from '../identifiers.ts';
import { story } from './story.ts';

type Summary = NonNullable<EvaluationRun['summary']>;
type Counted = Pick<Summary, 'passed' | 'failed' | 'errored'>;
type Categories = readonly (readonly [string, number])[];

/**
 * The results of a completed run: those that the story shows, and for its other prompts what its summary counts, so that both say
 * the same. Of these others nobody knows what was said.
 */
export function resultsOf(run: EvaluationRun): EvaluationRunResult[] {
  const { summary } = run;
  if (!summary) return [];
  const shown = story.runResults.filter(({ run_id }) => run_id === run.id);
  const places = Array.from({ length: summary.total }, (_, index) => index).filter(
    (index) => !shown.some(({ prompt_index }) => prompt_index === index),
  );
  const [from, to] = [Date.parse(run.started_at ?? run.created_at), Date.parse(run.finished_at ?? run.created_at)];
  const others = remaining(summary, shown).map(({ category, status }, nth): EvaluationRunResult => {
    const index = places[nth] ?? 0;
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

/** What the summary counts besides the results that are shown. */
function remaining(summary: Summary, shown: readonly EvaluationRunResult[]) {
  const categories = Object.entries(summary.by_category ?? {});
  const counts = countsOf(categories, summary.total / categories.length, summary);
  if (!counts) throw new Error(`The story has a summary that no results add up to: ${JSON.stringify(summary)}`);
  return categories.flatMap(([category], index) =>
    (['passed', 'failed', 'errored'] as const).flatMap((status) => {
      const known = shown.filter((one) => one.category === category && one.status === status).length;
      return Array.from({ length: (counts[index]?.[status] ?? 0) - known }, () => ({ category, status }));
    }),
  );
}

/** Counts of each category, all of one size, that have these scores and add up to these counts. */
function countsOf([first, ...rest]: Categories, size: number, left: Counted): Counted[] | undefined {
  if (!first) return left.passed + left.failed + left.errored === 0 ? [] : undefined;
  for (let errored = 0; errored <= Math.min(left.errored, size); errored += 1) {
    const passed = passedOf(first[1], size - errored, left.passed);
    for (const count of passed) {
      const own = { passed: count, failed: size - errored - count, errored };
      const others = countsOf(rest, size, {
        passed: left.passed - own.passed,
        failed: left.failed - own.failed,
        errored: left.errored - own.errored,
      });
      if (others && own.failed <= left.failed) return [own, ...others];
    }
  }
  return undefined;
}

/** How many of those that were judged can have passed, for a score in two decimals. */
function passedOf(score: number, judged: number, most: number): number[] {
  return Array.from({ length: Math.min(judged, most) + 1 }, (_, count) => count).filter(
    (count) => Math.abs(count / judged - score) < 0.0051,
  );
}
