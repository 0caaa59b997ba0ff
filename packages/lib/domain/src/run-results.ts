/** What follows from the numbers of passed and failed results: the interval of the score, and results that add up to a summary. */

/** The summary of a run. */
export interface RunSummary {
  total: number;
  passed: number;
  failed: number;
  errored: number;
  /** The score of each category, rounded to two decimals. */
  by_category?: Readonly<Record<string, number>> | undefined;
}

/** The record of a run, as far as its results need it. */
export interface RunRecord {
  id: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  summary: RunSummary | null;
}

/** A result of a run. */
export interface RunResult {
  id: string;
  run_id: string;
  prompt_index: number;
  status: 'passed' | 'failed' | 'errored';
  score: number | null;
  explanation: string | null;
  category: string | null;
  latency_ms: number | null;
  /** In RFC 3339. */
  created_at: string;
}

/** A known result, as far as the completion needs it. */
type KnownResult = Pick<RunResult, 'prompt_index' | 'category'> & { status: string };

type Counted = Pick<RunSummary, 'passed' | 'failed' | 'errored'>;
type Categories = readonly (readonly [string, number])[];

/** Quantile of the normal distribution that leaves out 2.5 % at each end. */
const Z = 1.959963984540054;

/**
 * Returns the 95 % confidence interval of the share of passed results (E. B. Wilson, 1927), rounded to two decimals. Unlike that of the
 * normal approximation it lies between 0 and 1, and isn't a point when all or none passed.
 */
export function getScoreInterval(passed: number, failed: number): { lower: number; upper: number } {
  const count = passed + failed;
  if (count === 0) return { lower: 0, upper: 1 };
  const share = passed / count;
  const correction = Z ** 2 / count;
  const center = share + correction / 2;
  const margin = Z * Math.sqrt((share * (1 - share)) / count + correction / (4 * count));
  const toEnd = (value: number) => Math.round(Math.min(1, Math.max(0, value / (1 + correction))) * 100) / 100;
  return { lower: toEnd(center - margin), upper: toEnd(center + margin) };
}

/**
 * Returns results, each with an empty conversation, for the prompts of a completed run of which no result is known.
 *
 * @param createId creates the identifier of the result for a prompt
 * @throws {Error} when no results add up to the summary
 */
export function completeResults(
  run: RunRecord,
  known: readonly KnownResult[],
  createId: (promptIndex: number) => string,
): (RunResult & { conversation: null })[] {
  const { summary } = run;
  if (!summary) return [];
  const taken = new Set(known.map(({ prompt_index }) => prompt_index));
  const freeIndexes = Array.from({ length: summary.total }, (_, index) => index).filter((index) => !taken.has(index));
  const [from, to] = [Date.parse(run.started_at ?? run.created_at), Date.parse(run.finished_at ?? run.created_at)];
  return deriveOthers(summary, known).map(({ category, status }, nth) => {
    const index = freeIndexes[nth] ?? 0;
    return {
      id: createId(index),
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
}

const STATUSES = ['passed', 'failed', 'errored'] as const;

/** Derives the category and status of the results that the summary counts in addition to the known ones. */
function deriveOthers(summary: RunSummary, known: readonly KnownResult[]) {
  const categories = Object.entries(summary.by_category ?? {});
  if (categories.length === 0) return listMissing(null, summary, known);
  const counts = solveCounts(categories, summary.total / categories.length, summary);
  if (!counts) throw new Error(`No results add up to this summary: ${JSON.stringify(summary)}`);
  return categories.flatMap(([category], index) =>
    listMissing(category, counts[index] ?? { passed: 0, failed: 0, errored: 0 }, known),
  );
}

function listMissing(category: string | null, counts: Counted, known: readonly KnownResult[]) {
  return STATUSES.flatMap((status) => {
    const own = known.filter((result) => result.category === category && result.status === status).length;
    return Array.from({ length: counts[status] - own }, () => ({ category, status }));
  });
}

/** Finds counts for each category, all of the same size, that have the given scores and add up to the given total. */
function solveCounts([first, ...rest]: Categories, size: number, total: Counted): Counted[] | undefined {
  if (!first) return total.passed + total.failed + total.errored === 0 ? [] : undefined;
  for (let errored = 0; errored <= Math.min(total.errored, size); errored += 1) {
    for (const passed of listPossiblePassed(first[1], size - errored, total.passed)) {
      const counts = { passed, failed: size - errored - passed, errored };
      if (counts.failed > total.failed) continue;
      const others = solveCounts(rest, size, {
        passed: total.passed - counts.passed,
        failed: total.failed - counts.failed,
        errored: total.errored - counts.errored,
      });
      if (others) return [counts, ...others];
    }
  }
  return undefined;
}

/** Returns the possible numbers of passed results among the judged ones for a score in two decimals. */
function listPossiblePassed(score: number, judged: number, maximum: number): number[] {
  return Array.from({ length: Math.min(judged, maximum) + 1 }, (_, count) => count).filter(
    (count) => Math.abs(count / judged - score) < 0.0051,
  );
}
