/** Brings issues up to date with their occurrences: counts, severity, status, times, and the periods that the histogram counts. */
import type { ObjectType, Severity } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, rowsOf, type Workspace } from '../database/rows.ts';
import { follow, type Hand, type OccurrenceStates, type StatusColumns } from './issue-status.ts';
import type { Changed } from './roll-up.ts';

/** An issue, and what its occurrences tell of it. */
interface Issue extends StatusColumns, OccurrenceStates {
  issue_id: string;
  definitive_severity: Severity;
  severity_reason: string | null;
  base_severity: Severity;
  /** The worst of its occurrences that are not resolved; null when all are. */
  worst: Severity | null;
  /** Why the worst of them is not as bad as the rule says; null when none tells. */
  worst_reason: string | null;
  object_types: ObjectType[];
  critical_element_count: number;
  high_element_count: number;
  total_affected_elements: number;
  fine_grained_issue_count: number;
  first_seen_at: string;
  last_seen_at: string;
}

export async function refreshIssues(
  db: Db,
  scope: Workspace,
  now: string,
  changed: Changed,
  hand: Hand | undefined,
): Promise<void> {
  const before = await read(db, scope, changed);
  const after = before.map((issue) => ({ ...issue, ...follow(issue, issue, now, hand), ...severityOf(issue) }));
  await write(db, scope, now, after);
  const moved = (isEnd: boolean) =>
    after
      .filter(({ status }, index) => {
        const was = before[index]?.status;
        return isEnd ? status === 'resolved' && was !== 'resolved' : status !== 'resolved' && was === 'resolved';
      })
      .map(({ issue_id }) => issue_id);
  await endPeriods(db, scope, now, moved(true));
  await beginPeriods(db, scope, now, moved(false));
}

/** An issue is as bad as the worst of its occurrences that is not resolved; a resolved one stays as bad as it was. */
function severityOf(issue: Issue): Pick<Issue, 'definitive_severity' | 'severity_reason'> {
  const { base_severity, worst, worst_reason, definitive_severity, severity_reason } = issue;
  const severity = worst ?? definitive_severity;
  if (severity === base_severity) return { definitive_severity: severity, severity_reason: null };
  const reason = worst_reason ?? (severity === definitive_severity ? severity_reason : null);
  return {
    definitive_severity: severity,
    severity_reason: reason ?? `The worst of its occurrences is rated ${severity}, and the rule ${base_severity}.`,
  };
}

async function read(db: Db, scope: Workspace, { issueIds, objectIds }: Changed): Promise<Issue[]> {
  const { rows } = await sql<Issue>`
    WITH elements AS (
      SELECT issue_id, array_agg(DISTINCT object_type ORDER BY object_type) AS object_types,
        count(*) FILTER (WHERE active_critical_count > 0) AS critical_element_count,
        count(*) FILTER (WHERE active_high_count > 0) AS high_element_count,
        count(*) FILTER (WHERE unresolved_count > 0) AS total_affected_elements,
        sum(unresolved_count)::bigint AS fine_grained_issue_count,
        max(severity_rank) AS worst_rank
      FROM issue_elements
      WHERE ${inWorkspace('issue_elements', scope)} AND issue_id = ANY(${issueIds}::text[]) AND role = 'object'
      GROUP BY issue_id
    ), states AS (
      SELECT issue_id, bool_or(status = 'open') AS has_open, bool_or(status = 'in_progress') AS has_in_progress,
        bool_or(status = 'suppressed') AS has_suppressed,
        min(status_reason) FILTER (WHERE status = 'suppressed') AS suppressed_reason
      FROM fine_grained_issues
      WHERE ${inWorkspace('fine_grained_issues', scope)} AND issue_id = ANY(${issueIds}::text[]) AND status <> 'resolved'
      GROUP BY issue_id
    ), seen AS (
      SELECT issue_id, min(first_seen_at) AS first_seen_at, max(last_seen_at) AS last_seen_at
      FROM fine_grained_issues
      WHERE ${inWorkspace('fine_grained_issues', scope)} AND issue_id = ANY(${issueIds}::text[])
        AND aispm_object_id = ANY(${objectIds}::text[])
      GROUP BY issue_id
    )
    SELECT issues.issue_id, issues.definitive_severity, issues.severity_reason, rules.severity AS base_severity, issues.status,
      status_reason, status_comment, status_changed_at, status_changed_by, resolved_at, reopened_at, reopen_count,
      elements.object_types, elements.critical_element_count, elements.high_element_count,
      elements.total_affected_elements, elements.fine_grained_issue_count,
      least(issues.first_seen_at, seen.first_seen_at) AS first_seen_at,
      greatest(issues.last_seen_at, seen.last_seen_at) AS last_seen_at,
      coalesce(has_open, false) AS "hasOpen", coalesce(has_in_progress, false) AS "hasInProgress",
      coalesce(has_suppressed, false) AS "hasSuppressed", suppressed_reason AS "suppressedReason",
      worst.definitive_severity AS worst, worst.severity_reason AS worst_reason
    FROM issues
    JOIN rules USING (tenant_id, workspace_id, rule_id)
    JOIN elements ON elements.issue_id = issues.issue_id
    LEFT JOIN states ON states.issue_id = issues.issue_id
    LEFT JOIN seen ON seen.issue_id = issues.issue_id
    LEFT JOIN LATERAL (
      SELECT o.definitive_severity, o.severity_reason FROM fine_grained_issues AS o
      WHERE ${inWorkspace('o', scope)} AND o.issue_id = issues.issue_id AND o.severity_rank = worst_rank
        AND o.status <> 'resolved'
      ORDER BY o.fine_grained_issue_id LIMIT 1
    ) AS worst ON true
    WHERE ${inWorkspace('issues', scope)}`.execute(db);
  return rows;
}

async function write(db: Db, scope: Workspace, now: string, issues: readonly Issue[]): Promise<void> {
  const columns = `issue_id text, definitive_severity text, severity_reason text, status text, status_reason text,
    status_comment text, status_changed_at timestamptz, status_changed_by text, object_types json,
    critical_element_count bigint, high_element_count bigint, total_affected_elements bigint,
    fine_grained_issue_count bigint, first_seen_at timestamptz, last_seen_at timestamptz, resolved_at timestamptz,
    reopened_at timestamptz, reopen_count bigint`;
  await sql`
    UPDATE issues SET definitive_severity = given.definitive_severity, severity_reason = given.severity_reason,
      status = given.status, status_reason = given.status_reason, status_comment = given.status_comment,
      status_changed_at = given.status_changed_at, status_changed_by = given.status_changed_by,
      object_types = ARRAY(SELECT json_array_elements_text(given.object_types)),
      critical_element_count = given.critical_element_count, high_element_count = given.high_element_count,
      total_affected_elements = given.total_affected_elements,
      fine_grained_issue_count = given.fine_grained_issue_count, first_seen_at = given.first_seen_at,
      last_seen_at = given.last_seen_at, resolved_at = given.resolved_at, reopened_at = given.reopened_at,
      reopen_count = given.reopen_count, updated_at = greatest(issues.updated_at, ${now}::timestamptz)
    FROM ${rowsOf(issues, columns)}
    WHERE ${inWorkspace('issues', scope)} AND issues.issue_id = given.issue_id`.execute(db);
}

async function endPeriods(db: Db, scope: Workspace, now: string, issueIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE issue_periods SET resolved_at = ${now}::timestamptz
    WHERE ${inWorkspace('issue_periods', scope)} AND issue_id = ANY(${issueIds}::text[]) AND resolved_at IS NULL
  `.execute(db);
}

/** Begins a period for each of some issues; one that began in this very instant goes on. */
export async function beginPeriods(db: Db, scope: Workspace, now: string, issueIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO issue_periods (tenant_id, workspace_id, issue_id, opened_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, id, ${now}::timestamptz FROM unnest(${issueIds}::text[]) AS id
    ON CONFLICT (tenant_id, workspace_id, issue_id, opened_at) DO UPDATE SET resolved_at = NULL`.execute(db);
}
