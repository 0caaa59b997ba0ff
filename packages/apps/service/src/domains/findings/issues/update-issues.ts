/** Updates issues from their occurrences: counts, severity, status, times, and the periods that the histogram counts. */
import {
  changeIssueStatus,
  deriveIssueSeverity,
  deriveTransition,
  type FindingStatus,
  findIssueStatus,
  type IssueChange,
  type IssueSeverity,
  type IssueState,
  type StatusReason,
} from '@aispm/domain';
import type { ObjectType, Severity } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { anyOf, inWorkspace, recordset, type Workspace } from '../../../platform/database/rows.ts';

/** Who changed the occurrences: a user, by triage of the issue or of an occurrence, or a scan. */
export type FindingsActor = Pick<IssueChange, 'userId' | 'triage'>;

/** Issues and objects that occurrences belong to. */
export interface Findings {
  issueIds: readonly string[];
  /** Objects with the occurrences, and assets that contain or contained them. */
  objectIds: readonly string[];
  /** The assets among them. */
  assetIds: readonly string[];
}

/** Returns the issues, objects and assets of occurrences. */
export function collectFindings(
  occurrences: readonly { issue_id: string; aispm_object_id: string; asset_id: string | null }[],
): Findings {
  const issueIds = new Set(occurrences.map(({ issue_id }) => issue_id));
  const assetIds = new Set(occurrences.flatMap(({ asset_id }) => asset_id ?? []));
  const objectIds = new Set([...occurrences.map(({ aispm_object_id }) => aispm_object_id), ...assetIds]);
  return { issueIds: [...issueIds], objectIds: [...objectIds], assetIds: [...assetIds] };
}

/** Issues and objects whose occurrences changed. */
export interface ChangedFindings extends Findings {
  /** The ones whose counts changed; default: all. For the others, only times changed. */
  recounted?: Findings;
}

/** An issue and the aggregates of its occurrences. */
interface IssueAggregate extends IssueState, IssueSeverity {
  issue_id: string;
  /** The statuses of all occurrences, without `resolved`. */
  unresolved_statuses: readonly FindingStatus[];
  /**
   * The reason of the suppressed occurrences if the issue becomes suppressed; if there are several, the first in alphabetical
   * order.
   */
  suppressed_reason: StatusReason | null;
  base_severity: Severity;
  /** Whether its rule is switched on. */
  is_rule_enabled: boolean;
  /** The severity of the most severe unresolved occurrence; null if all are resolved. */
  highest_severity: Severity | null;
  /** Why it differs from the rule's severity; null if unknown. */
  highest_severity_reason: string | null;
  object_types: ObjectType[];
  critical_element_count: number;
  high_element_count: number;
  total_affected_elements: number;
  fine_grained_issue_count: number;
  first_seen_at: string;
  last_seen_at: string;
}

export async function updateIssues(
  db: Db,
  scope: Workspace,
  now: string,
  changed: ChangedFindings,
  actor: FindingsActor,
): Promise<void> {
  const before = await loadAggregates(db, scope, changed);
  const after = before.map((issue) => ({
    ...issue,
    ...updateStatus(issue, now, actor),
    ...updateSeverity(issue),
  }));
  await writeIssues(db, scope, now, after);
  const isResolved = ({ status }: Pick<IssueAggregate, 'status'>) => status === 'resolved';
  const transitions = before.flatMap((issue, index) => {
    const next = after[index];
    return next && isResolved(issue) !== isResolved(next) ? [next] : [];
  });
  const toIds = (issues: readonly IssueAggregate[]) => issues.map(({ issue_id }) => issue_id);
  await endPeriods(db, scope, now, toIds(transitions.filter(isResolved)));
  await beginPeriods(db, scope, now, toIds(transitions.filter((issue) => !isResolved(issue))));
}

function updateStatus(issue: IssueAggregate, now: string, actor: FindingsActor): IssueState {
  const status = findIssueStatus(issue.unresolved_statuses) ?? 'resolved';
  const transition = deriveTransition({
    status,
    suppressedReason: issue.suppressed_reason,
    isRuleEnabled: issue.is_rule_enabled,
    ...actor,
  });
  return changeIssueStatus(issue, transition, now);
}

function updateSeverity(issue: IssueAggregate): IssueSeverity {
  const { highest_severity: severity, highest_severity_reason: reason } = issue;
  return deriveIssueSeverity(issue, severity && { severity, reason });
}

async function loadAggregates(
  db: Db,
  scope: Workspace,
  { issueIds, objectIds }: ChangedFindings,
): Promise<IssueAggregate[]> {
  const { rows } = await sql<IssueAggregate>`
    WITH elements AS (
      SELECT issue_id, array_agg(object_type ORDER BY object_type) AS object_types,
        sum(critical_element_count)::bigint AS critical_element_count, sum(high_element_count)::bigint AS high_element_count,
        sum(total_affected_elements)::bigint AS total_affected_elements,
        sum(fine_grained_issue_count)::bigint AS fine_grained_issue_count
      FROM issue_element_counts
      WHERE ${inWorkspace('issue_element_counts', scope)} AND issue_id = ANY(${issueIds}::text[]) AND element_count > 0
      GROUP BY issue_id
    ), seen AS (
      SELECT issue_id, min(first_seen_at) AS first_seen_at, max(last_seen_at) AS last_seen_at
      FROM fine_grained_issues
      WHERE ${inWorkspace('fine_grained_issues', scope)} AND issue_id = ANY(${issueIds}::text[])
        AND aispm_object_id = ${anyOf(objectIds)}
      GROUP BY issue_id
    )
    SELECT issues.issue_id, issues.definitive_severity, issues.severity_reason, rules.severity AS base_severity,
      rules.is_enabled AS is_rule_enabled, issues.status,
      status_reason, status_comment, status_changed_at, status_changed_by, resolved_at, reopened_at, reopen_count,
      elements.object_types, elements.critical_element_count, elements.high_element_count,
      elements.total_affected_elements, elements.fine_grained_issue_count,
      least(issues.first_seen_at, seen.first_seen_at) AS first_seen_at,
      greatest(issues.last_seen_at, seen.last_seen_at) AS last_seen_at,
      coalesce(statuses, '{}') AS unresolved_statuses,
      CASE WHEN statuses = ARRAY['suppressed'] AND issues.status <> 'suppressed' THEN (
        SELECT min(first.status_reason) FROM generate_series(1, 5) AS rank
        CROSS JOIN LATERAL (
          SELECT o.status_reason FROM fine_grained_issues AS o
          WHERE ${inWorkspace('o', scope)} AND o.issue_id = issues.issue_id AND o.status = 'suppressed' AND o.severity_rank = rank
          ORDER BY o.status_reason LIMIT 1
        ) AS first
      ) END AS suppressed_reason,
      highest_severity, highest_severity_reason
    FROM issues
    JOIN rules USING (tenant_id, workspace_id, rule_id)
    JOIN elements ON elements.issue_id = issues.issue_id
    LEFT JOIN seen ON seen.issue_id = issues.issue_id
    CROSS JOIN LATERAL (
      SELECT array_agg(status) AS statuses,
        (array_agg(definitive_severity ORDER BY severity_rank DESC, fine_grained_issue_id))[1] AS highest_severity,
        (array_agg(severity_reason ORDER BY severity_rank DESC, fine_grained_issue_id))[1] AS highest_severity_reason
      FROM (VALUES ('open'), ('in_progress'), ('suppressed')) AS unresolved (wanted)
      CROSS JOIN LATERAL (
        -- The second condition on the status is that of the index.
        SELECT * FROM fine_grained_issues AS o
        WHERE ${inWorkspace('o', scope)} AND o.issue_id = issues.issue_id AND o.status = wanted AND o.status <> 'resolved'
        ORDER BY o.severity_rank DESC, o.status_reason, o.fine_grained_issue_id LIMIT 1
      ) AS most_severe
    ) AS unresolved
    WHERE ${inWorkspace('issues', scope)}`.execute(db);
  return rows;
}

async function writeIssues(db: Db, scope: Workspace, now: string, issues: readonly IssueAggregate[]): Promise<void> {
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
    FROM ${recordset(issues, columns)}
    WHERE ${inWorkspace('issues', scope)} AND issues.issue_id = given.issue_id`.execute(db);
}

async function endPeriods(db: Db, scope: Workspace, now: string, issueIds: readonly string[]): Promise<void> {
  await db
    .updateTable('issue_periods')
    .set({ resolved_at: now })
    .where(inWorkspace('issue_periods', scope))
    .where('issue_id', '=', sql<string>`ANY(${issueIds}::text[])`)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Starts a period for each issue. A period that started at the same time continues. */
export async function beginPeriods(db: Db, scope: Workspace, now: string, issueIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO issue_periods (tenant_id, workspace_id, issue_id, opened_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, id, ${now}::timestamptz FROM unnest(${issueIds}::text[]) AS id
    ON CONFLICT (tenant_id, workspace_id, issue_id, opened_at) DO UPDATE SET resolved_at = NULL`.execute(db);
}
