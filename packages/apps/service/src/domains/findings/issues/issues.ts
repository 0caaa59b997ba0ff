/** Lists issues: all findings of one rule in a workspace. */
import type { Issue } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../../platform/database/rows.ts';
import { anyOf, before, type Condition, containsPattern, isPresent, since } from '../../../platform/lists/filters.ts';
import { type List, sortKey } from '../../../platform/lists/list.ts';

/** Selects the issues of a workspace with the names and descriptions of their rules. */
export function selectIssues(db: Db, scope: Workspace) {
  return db
    .selectFrom('issues')
    .innerJoin('rules', (join) =>
      join.on(inSameWorkspace('rules', 'issues')).onRef('rules.rule_id', '=', 'issues.rule_id'),
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
      'issues.assignee',
      'issues.due_at',
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
      sql<string>`'"' || issues.etag || '"'`.as('etag'),
    ])
    .where(inWorkspace('issues', scope));
}

/** Converts a row to a record of the contract. */
export function toIssue(row: object): Issue {
  return row as Issue;
}

/**
 * Filters issues by the objects or object types that have them, or the assets that contain them. An unresolved issue matches by its
 * unresolved occurrences, a resolved one by all occurrences.
 */
function filterByElement(
  role: Condition,
  column: 'aispm_object_id' | 'object_type',
): (values: readonly string[]) => Condition {
  return (values) => sql`EXISTS (
    SELECT FROM issue_elements AS element
    WHERE ${inSameWorkspace('element', 'issues')} AND element.issue_id = issues.issue_id AND ${role}
      AND ${sql.ref(`element.${column}`)} = ANY(${values}::text[])
      AND (element.unresolved_count > 0 OR issues.status = 'resolved')
  )`;
}

/** The filters of the list and of the histogram. */
export const ISSUE_FILTERS = {
  id: anyOf('issues.issue_id'),
  severity: anyOf('issues.definitive_severity'),
  status: anyOf('issues.status'),
  rule_id: anyOf('issues.rule_id'),
  rule_name: containsPattern('rules.rule_name'),
  object_type: filterByElement(sql`(element.object_type = 'asset') = (element.role = 'asset')`, 'object_type'),
  aispm_object_id: filterByElement(sql`element.role = 'object'`, 'aispm_object_id'),
  asset_id: filterByElement(sql`element.role = 'asset'`, 'aispm_object_id'),
  assignee: anyOf('issues.assignee'),
  has_assignee: isPresent('issues.assignee'),
  due_before: before('issues.due_at'),
  first_seen_since: since('issues.first_seen_at'),
  updated_since: since('issues.updated_at'),
};

export const issueList: List<'listIssues', object, Issue> = {
  operation: 'listIssues',
  rows: (db, scope) => selectIssues(db, scope),
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
