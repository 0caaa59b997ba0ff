/** Counts issues over time. */
import { generateBuckets, type HistogramInterval } from './buckets.ts';

/** A time in which an issue was unresolved, in milliseconds since 1970; the end is exclusive, and infinite while it's unresolved. */
export interface Period {
  from: number;
  until: number;
}

/** The record of an issue, as far as histograms need it. */
export interface IssueRecord {
  issue_id: string;
  definitive_severity: string;
  first_seen_at: string;
  resolved_at: string | null;
}

/** An entry of the history of an issue, as far as histograms need it. */
export interface StatusChange {
  /** In RFC 3339. */
  changed_at: string;
  after: { status?: string | undefined };
}

/** Issues by severity. */
export interface SeverityCounts {
  critical: number;
  high: number;
  other: number;
}

/** An issue with the times in which it was unresolved. */
export interface DatedIssue {
  definitive_severity: string;
  periods: readonly Period[];
}

/**
 * Returns the times in which an issue was unresolved.
 *
 * @param changes its history, in any order; without a change of its status, it has one period
 */
export function listPeriods(issue: IssueRecord, changes: readonly StatusChange[]): Period[] {
  const periods: Period[] = [];
  let from: number | undefined = Date.parse(issue.first_seen_at);
  const dated = changes.filter(({ after }) => after.status !== undefined);
  for (const { changed_at, after } of dated.toSorted((a, b) => Date.parse(a.changed_at) - Date.parse(b.changed_at))) {
    const at = Date.parse(changed_at);
    if (after.status !== 'resolved') from ??= at;
    else if (from !== undefined) {
      periods.push({ from, until: at });
      from = undefined;
    }
  }
  if (from !== undefined)
    periods.push({
      from,
      until: issue.resolved_at === null ? Number.POSITIVE_INFINITY : Date.parse(issue.resolved_at),
    });
  return periods;
}

/** Counts the issues that were unresolved at a timestamp, by their present severity. */
export function countAt(issues: readonly DatedIssue[], timestamp: number): SeverityCounts {
  const counts = { critical: 0, high: 0, other: 0 };
  for (const { definitive_severity, periods } of issues) {
    if (!periods.some(({ from, until }) => from <= timestamp && until > timestamp)) continue;
    counts[definitive_severity === 'critical' || definitive_severity === 'high' ? definitive_severity : 'other'] += 1;
  }
  return counts;
}

/** What a histogram counts. */
export interface HistogramQuery {
  /** In milliseconds since 1970. */
  from: number;
  /** In milliseconds since 1970, inclusive, not before `from`. */
  to: number;
  interval: HistogramInterval;
}

/** Generates the buckets of a histogram, oldest first. */
export function* generateHistogram(
  issues: readonly DatedIssue[],
  { from, to, interval }: HistogramQuery,
): Generator<SeverityCounts & { bucket_start: string }> {
  for (const { start, last } of generateBuckets(from, to, interval)) {
    yield { bucket_start: start, ...countAt(issues, Date.parse(last)) };
  }
}
