/** What the fields of a record say about each other. */
import type { Json } from '../../contract/operation.ts';

/** A field whose value contradicts other fields. */
export interface Contradiction {
  field: string;
  expected: string;
}

/** Fields that contain the outcome of a run. */
const SUMMARIES = ['summary', 'latest_run_summary', 'latest_scored_run_summary'];

/** Pairs of times, the earlier one first. */
const SEQUENCES = [
  ['created_at', 'updated_at'],
  ['started_at', 'finished_at'],
  ['latest_run_started_at', 'latest_run_finished_at'],
  ['first_seen_at', 'last_seen_at'],
  ['created_at', 'finished_at'],
] as const;

/** Lists the fields of a record that contradict others. Fields that a record lacks are ignored. */
export function findContradictions(record: Json): Contradiction[] {
  return [
    ...SEQUENCES.flatMap(([first, second]) => checkSequence(record, first, second)),
    ...SUMMARIES.flatMap((field) => checkSummary(record, field)),
    ...checkRun(record, { status: 'status', progress: 'progress', summary: 'summary' }),
    ...checkRun(record, {
      status: 'latest_run_status',
      progress: 'latest_run_progress',
      summary: 'latest_run_summary',
    }),
    ...checkCancellation(record),
    ...checkSums(record),
    ...checkInteraction(record),
  ];
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function require(condition: boolean, field: string, expected: string): Contradiction[] {
  return condition ? [] : [{ field, expected }];
}

function checkSequence(record: Json, first: string, second: string): Contradiction[] {
  const [start, end] = [record[first], record[second]];
  if (!isPresent(start) || !isPresent(end)) return [];
  return require(Date.parse(String(start)) <= Date.parse(String(end)), second, `${start}, which is ${first}, or later`);
}

function checkSummary(record: Json, field: string): Contradiction[] {
  const summary = record[field] as Record<string, number> | null | undefined;
  if (!summary || summary.total === undefined) return [];
  const { passed = 0, failed = 0, errored = 0, total, score } = summary;
  const sum = passed + failed + errored;
  const isScored = field === 'summary' && typeof record.score === 'number';
  return [
    ...require(total === sum, `${field}/total`, `${sum}, the sum of passed, failed and errored`),
    ...(isScored ? require(record.score === score, 'score', `${score}, the score of the summary`) : []),
  ];
}

/** Checks a run, or the latest run of an attached evaluation. Other records that have a status have no summary. */
function checkRun(record: Json, names: { status: string; progress: string; summary: string }): Contradiction[] {
  const { status, progress, summary } = names;
  if (!(status in record) || !(progress in record) || !isPresent(record[status])) return [];
  const isCompleted = record[status] === 'completed';
  const state = `because ${status} is ${record[status]}`;
  return [
    ...require((record[progress] === 1) === isCompleted, progress, isCompleted
      ? `1, ${state}`
      : `less than 1, ${state}`),
    ...(summary in record
      ? require(isPresent(record[summary]) === isCompleted, summary, `${isCompleted ? 'an outcome' : 'null'}, ${state}`)
      : []),
    ...('score' in record && !isCompleted ? require(record.score === null, 'score', `null, ${state}`) : []),
  ];
}

function checkCancellation(record: Json): Contradiction[] {
  if (!('cancel_requested' in record) || !('cancel_requested_at' in record)) return [];
  const isRequested = record.cancel_requested === true;
  return require(isPresent(record.cancel_requested_at) === isRequested, 'cancel_requested_at', isRequested
    ? 'the time of the first request'
    : 'null, because no stop was requested');
}

function checkSums(record: Json): Contradiction[] {
  const { critical_element_count: critical, high_element_count: high, total_priority_affected_elements } = record;
  const sum = Number(critical) + Number(high);
  const { total_issues_count: all, critical_issues_count, high_issues_count } = record;
  const severe = Number(critical_issues_count ?? 0) + Number(high_issues_count ?? 0);
  return [
    ...(isPresent(total_priority_affected_elements)
      ? require(total_priority_affected_elements ===
          sum, 'total_priority_affected_elements', `${sum}, the sum of critical and high ones`)
      : []),
    ...(isPresent(all)
      ? require(Number(all) >= severe, 'total_issues_count', `${severe} or more, because so many are critical or high`)
      : []),
  ];
}

function checkInteraction(record: Json): Contradiction[] {
  const { input_tokens, output_tokens, total_tokens, started_at, finished_at, duration_ms } = record;
  const hasTokens = isPresent(input_tokens) && isPresent(output_tokens);
  const tokens = hasTokens ? Number(input_tokens) + Number(output_tokens) : null;
  const duration = isPresent(finished_at) ? Date.parse(String(finished_at)) - Date.parse(String(started_at)) : null;
  return [
    ...(total_tokens === undefined
      ? []
      : require(total_tokens === tokens, 'total_tokens', `${tokens}, the sum of input and output`)),
    // Timestamps may be shown with fewer digits than the duration was computed from.
    ...(duration_ms === undefined
      ? []
      : require(duration === null
          ? duration_ms === null
          : Math.abs(Number(duration_ms) - duration) <=
              1, 'duration_ms', `${duration}, the time between start and end`)),
  ];
}
