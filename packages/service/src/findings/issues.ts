/** Issues: what one rule found in a workspace. */
import type { Issue } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Workspace } from '../database/rows.ts';
import { anyOf, type Condition, contains, since } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';

/** The issues of a workspace, with what they take from their rules. */
export function issues(db: Db, { tenantId, workspaceId }: Workspace) {
  return db
    .selectFrom('issues')
    .innerJoin('rules', (join) =>
      join
        .onRef('rules.tenant_id', '=', 'issues.tenant_id')
        .onRef('rules.workspace_id', '=', 'issues.workspace_id')
        .onRef('rules.rule_id', '=', 'issues.rule_id'),
    )
    .select([
      'issues.issue_id',
      'issues.rule_id',
      'rules.rule_name',
      'rules.rule_description',
      'issues.definitive_severity',
      'rules.severity as base_severity',
      'issues.severity_reason',
      'issues.status',
      'issues.status_reason',
      'issues.status_comment',
      'issues.status_changed_at',
      'issues.status_changed_by',
      'issues.object_types',
      'issues.critical_element_count',
      'issues.high_element_count',
      'issues.total_priority_affected_elements',
      'issues.total_affected_elements',
      'issues.fine_grained_issue_count',
      'rules.tags',
      'rules.remediation',
      'issues.first_seen_at',
      'issues.last_seen_at',
      'issues.resolved_at',
      'issues.reopened_at',
      'issues.reopen_count',
      'issues.created_at',
      'issues.updated_at',
    ])
    .where('issues.tenant_id', '=', tenantId)
    .where('issues.workspace_id', '=', workspaceId);
}

/** A row as the record of the contract. */
export function toIssue(row: object): Issue {
  return row as Issue;
}

/**
 * Issues that some objects or kinds of objects have, or that lie in some assets: as long as an occurrence there is not resolved, and
 * for a resolved issue all that had it.
 */
function affects(
  role: 'object' | 'asset',
  column: 'aispm_object_id' | 'object_type',
): (values: readonly string[]) => Condition {
  return (values) => sql`EXISTS (
    SELECT FROM issue_elements AS element
    WHERE element.tenant_id = issues.tenant_id AND element.workspace_id = issues.workspace_id
      AND element.issue_id = issues.issue_id AND element.role = ${sql.lit(role)}
      AND ${sql.ref(`element.${column}`)} = ANY(${values}::text[])
      AND (element.unresolved_count > 0 OR issues.status = 'resolved')
  )`;
}

/** The filters that the list and the histogram share. */
export const ISSUE_FILTERS = {
  severity: anyOf('issues.definitive_severity'),
  status: anyOf('issues.status'),
  rule_id: anyOf('issues.rule_id'),
  name: contains('rules.rule_name'),
  object_type: affects('object', 'object_type'),
  aispm_object_id: affects('object', 'aispm_object_id'),
  asset_id: affects('asset', 'aispm_object_id'),
  updated_since: since('issues.updated_at'),
};

export const issueList: List<'listIssues', object, Issue> = {
  operation: 'listIssues',
  rows: (db, scope) => issues(db, scope),
  filters: ISSUE_FILTERS,
  sorts: {
    definitive_severity: sortKey('issues.severity_rank', 'bigint'),
    total_priority_affected_elements: sortKey('issues.total_priority_affected_elements', 'bigint'),
    rule_name: sortKey('rules.name_order', 'text'),
    first_seen_at: sortKey('issues.first_seen_at', 'timestamptz'),
    last_seen_at: sortKey('issues.last_seen_at', 'timestamptz'),
    updated_at: sortKey('issues.updated_at', 'timestamptz'),
  },
  id: sql.ref('issues.issue_id'),
  toItem: toIssue,
};
