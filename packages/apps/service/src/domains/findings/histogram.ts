/** Counts issues over time. */
import { type Bucket, generateBuckets } from '@aispm/domain';
import { parseTimestamp } from '@aispm/openapi';
import type { HistogramInterval, IssueHistogramBucket } from '@aispm/types';
import { sql } from 'kysely';
import { maxItems } from '../../platform/contract/limits.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { invalidRequest } from '../../platform/http/errors/errors.ts';
import type { OperationRequest } from '../../platform/http/operation.ts';
import { type FilterValues, toConditions } from '../../platform/lists/filters.ts';

import { ISSUE_FILTERS, selectIssues } from './issues/issues.ts';

/** The histogram has the same filters as the list. */
type Values = FilterValues<'listIssues'>;

/** A time window and its buckets. */
export interface Window {
  startTime: string;
  endTime: string;
  interval: HistogramInterval;
  buckets: Bucket[];
}

/** Maximum number of buckets in a response. */
const MAX_BUCKETS = maxItems('IssueHistogram.counts');

/**
 * Parses the window of a request. An end in the future is replaced by the current time.
 *
 * @param now in milliseconds since 1970
 * @throws {ApiError} 400 if it ends before it starts or has too many buckets
 */
export function parseWindow(query: OperationRequest<'getIssueHistogram'>['query'], now: number): Window {
  const { start_time, end_time, interval } = query;
  const from = parseTimestamp(start_time).ms;
  const requestedEnd = parseTimestamp(end_time).ms;
  if (requestedEnd < from)
    throw invalidRequest('invalid_time_window', { 'query/end_time': 'must not be before start_time' });
  const to = Math.min(requestedEnd, now);
  if (to < from) throw invalidRequest('invalid_time_window', { 'query/start_time': 'must not be in the future' });
  const buckets: Bucket[] = [];
  for (const bucket of generateBuckets(from, to, interval)) {
    if (buckets.length === MAX_BUCKETS) {
      throw invalidRequest('invalid_time_window', {
        'query/interval': `divides the window into more than ${MAX_BUCKETS} buckets; choose a shorter window or a longer interval`,
      });
    }
    buckets.push(bucket);
  }
  return { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString(), interval, buckets };
}

/** Counts the issues that were unresolved at the end of each bucket, by their current severity. */
export async function countIssues(
  db: Db,
  scope: Scope,
  buckets: readonly Bucket[],
  values: Values,
): Promise<IssueHistogramBucket[]> {
  const selection = toConditions<'listIssues'>(ISSUE_FILTERS, values, scope).reduce(
    (query, condition) => query.where(condition),
    selectIssues(db, scope).clearSelect().select(['issues.issue_id', 'issues.definitive_severity']),
  );
  const { rows } = await sql<{ critical: number; high: number; other: number }>`
    SELECT count(*) FILTER (WHERE definitive_severity = 'critical') AS critical,
      count(*) FILTER (WHERE definitive_severity = 'high') AS high,
      count(*) FILTER (WHERE definitive_severity IN ('medium', 'low', 'info')) AS other
    FROM unnest(${buckets.map(({ last }) => last)}::timestamptz[]) WITH ORDINALITY AS bucket (last, position)
    LEFT JOIN (
      SELECT selected.definitive_severity, period.opened_at, period.resolved_at
      FROM (${selection}) AS selected
      JOIN issue_periods AS period ON ${inWorkspace('period', scope)}
        AND period.issue_id = selected.issue_id
    ) AS unresolved ON opened_at <= bucket.last AND (resolved_at IS NULL OR resolved_at > bucket.last)
    GROUP BY position
    ORDER BY position`.execute(db);
  return buckets.map(({ start }, index) => ({
    bucket_start: start,
    ...(rows[index] ?? { critical: 0, high: 0, other: 0 }),
  }));
}
