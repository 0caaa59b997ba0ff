/** Issues over time. */
import type { HistogramInterval, IssueHistogramBucket } from '@aispm/types';
import { sql } from 'kysely';
import { maxItems } from '../contract/limits.ts';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { invalidRequest } from '../http/errors.ts';
import type { OperationRequest } from '../http/operation.ts';
import { conditionsOf, type FilterValues } from '../lists/filters.ts';
import { type Bucket, bucketsOf } from './buckets.ts';
import { ISSUE_FILTERS, issues } from './issues.ts';

/** The filters of the histogram, which are those of the list. */
type Values = FilterValues<'listIssues'>;

/** A time window in buckets. */
export interface Window {
  startTime: string;
  endTime: string;
  interval: HistogramInterval;
  buckets: Bucket[];
}

/** Most buckets of one answer. */
const MOST = maxItems('IssueHistogram.counts');

/**
 * The window that a request asks for. An end that lies ahead is the present.
 *
 * @param now in milliseconds since 1970
 * @throws {ApiError} 400 when it ends before it starts or has too many buckets
 */
export function windowOf(query: OperationRequest<'getIssueHistogram'>['query'], now: number): Window {
  const { start_time, end_time, interval } = query;
  const from = Date.parse(start_time);
  const asked = Date.parse(end_time);
  if (asked < from) throw invalidRequest({ 'query/end_time': 'must not be before start_time' });
  const to = Math.min(asked, now);
  if (to < from) throw invalidRequest({ 'query/start_time': 'must not lie ahead' });
  const buckets: Bucket[] = [];
  for (const bucket of bucketsOf(from, to, interval)) {
    if (buckets.length === MOST) {
      throw invalidRequest({ 'query/interval': `the window has more than ${MOST} buckets of a ${interval}` });
    }
    buckets.push(bucket);
  }
  return { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString(), interval, buckets };
}

/** Counts the issues that were not resolved at the end of each bucket, by the severity that they have now. */
export async function countIssues(
  db: Db,
  scope: Scope,
  buckets: readonly Bucket[],
  values: Values,
): Promise<IssueHistogramBucket[]> {
  const chosen = conditionsOf<'listIssues'>(ISSUE_FILTERS, values).reduce(
    (query, condition) => query.where(condition),
    issues(db, scope).clearSelect().select(['issues.issue_id', 'issues.definitive_severity']),
  );
  const { rows } = await sql<{ critical: number; high: number; other: number }>`
    SELECT count(*) FILTER (WHERE definitive_severity = 'critical') AS critical,
      count(*) FILTER (WHERE definitive_severity = 'high') AS high,
      count(*) FILTER (WHERE definitive_severity IN ('medium', 'low', 'info')) AS other
    FROM unnest(${buckets.map(({ last }) => last)}::timestamptz[]) WITH ORDINALITY AS bucket (last, position)
    LEFT JOIN (
      SELECT chosen.definitive_severity, period.opened_at, period.resolved_at
      FROM (${chosen}) AS chosen
      JOIN issue_periods AS period ON period.tenant_id = ${scope.tenantId} AND period.workspace_id = ${scope.workspaceId}
        AND period.issue_id = chosen.issue_id
    ) AS standing ON opened_at <= bucket.last AND (resolved_at IS NULL OR resolved_at > bucket.last)
    GROUP BY position
    ORDER BY position`.execute(db);
  return buckets.map(({ start }, index) => ({
    bucket_start: start,
    ...(rows[index] ?? { critical: 0, high: 0, other: 0 }),
  }));
}
