/** What the dashboard shows of a workspace. All of it is kept by the transactions that change it, or found by an index. */
import type { AtRiskObject, DashboardSummary, ObjectCounts, ObjectType, SeverityCounts, TopIssue } from '@aispm/types';
import { sql } from 'kysely';
import { resolve, type Schema, schemaOf } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import { prepared } from '../database/prepared.ts';
import type { Scope } from '../database/scope.ts';

const OBJECT_TYPES = schemaOf('ObjectType').enum as ObjectType[];

/** Most elements of a list of the dashboard. */
function limitOf(schema: string, property: string): number {
  return resolve<Schema>(schemaOf(schema).properties?.[property]).maxItems ?? 0;
}

const TOP_ISSUES = limitOf('DashboardSummary', 'aispm_objects_top_issues');
const AT_RISK = limitOf('DashboardSummary', 'aispm_top_at_risk_agents');
const DAYS = limitOf('DashboardHistogram', 'counts');

/** Objects and their issues, one element for each kind. */
export async function objectCounts(db: Db, scope: Scope): Promise<ObjectCounts[]> {
  const inventory = await prepared(db, 'objects by kind', { scope }, (of) =>
    db
      .selectFrom('object_counts')
      .select(['object_type', 'inventory_count'])
      .where('tenant_id', '=', of.scope.tenantId)
      .where('workspace_id', '=', of.scope.workspaceId),
  );
  const issues = await prepared(db, 'issues by kind', { scope }, (of) =>
    db
      .selectFrom('issue_counts')
      .select([
        'object_type',
        sql<number>`count(*)`.as('total'),
        sql<number>`count(*) FILTER (WHERE critical_count > 0)`.as('critical'),
        // An issue is as bad as the worst of its occurrences.
        sql<number>`count(*) FILTER (WHERE critical_count = 0 AND high_count > 0)`.as('high'),
      ])
      .where('tenant_id', '=', of.scope.tenantId)
      .where('workspace_id', '=', of.scope.workspaceId)
      .where('unresolved_count', '>', 0)
      .groupBy('object_type'),
  );
  return OBJECT_TYPES.map((object_type) => {
    const found = issues.find((one) => one.object_type === object_type);
    return {
      object_type,
      total_inventory_count: inventory.find((one) => one.object_type === object_type)?.inventory_count ?? 0,
      total_issues_count: found?.total ?? 0,
      critical_issues_count: found?.critical ?? 0,
      high_issues_count: found?.high ?? 0,
    };
  });
}

/** Issues with critical or high objects, the worst first. */
export async function topIssues(db: Db, scope: Scope): Promise<TopIssue[]> {
  const rows = await prepared(db, 'top issues', { scope }, (of) =>
    db
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
        'issues.critical_element_count',
        'issues.high_element_count',
        'issues.total_priority_affected_elements',
      ])
      .where('issues.tenant_id', '=', of.scope.tenantId)
      .where('issues.workspace_id', '=', of.scope.workspaceId)
      .where('issues.total_priority_affected_elements', '>', 0)
      .orderBy('issues.severity_rank', 'desc')
      .orderBy('issues.total_priority_affected_elements', 'desc')
      .orderBy('issues.issue_id')
      .limit(TOP_ISSUES),
  );
  return rows as TopIssue[];
}

/** Objects of a kind with critical or high occurrences, the worst first. */
export function objectsAtRisk(db: Db, scope: Scope, type: ObjectType): Promise<AtRiskObject[]> {
  return prepared(db, 'objects at risk', { scope, kind: { type } }, (of) =>
    db
      .selectFrom('objects')
      .select([
        'aispm_object_id',
        'aispm_friendly_name',
        'critical_occurrence_count as critical_count',
        'high_occurrence_count as high_count',
        sql<number>`critical_occurrence_count + high_occurrence_count`.as('total_critical_high_occurrences'),
      ])
      .where('tenant_id', '=', of.scope.tenantId)
      .where('workspace_id', '=', of.scope.workspaceId)
      .where('object_type', '=', of.kind.type)
      .where('lifecycle_status', '<>', 'deleted')
      .where(sql<boolean>`(critical_occurrence_count > 0 OR high_occurrence_count > 0)`)
      .orderBy('critical_occurrence_count', 'desc')
      .orderBy('high_occurrence_count', 'desc')
      .orderBy('aispm_object_id')
      .limit(AT_RISK),
  );
}

/** Issues that were not resolved at the end of each of the last days, in UTC; the last one is today, up to now. */
export function lastDays(db: Db, scope: Scope, now: Date): Promise<SeverityCounts[]> {
  return prepared(
    db,
    'last days',
    { scope, time: { now: now.toISOString() } },
    (of) => sql<SeverityCounts>`
    SELECT count(*) FILTER (WHERE severity_rank = 5) AS critical, count(*) FILTER (WHERE severity_rank = 4) AS high,
      count(*) FILTER (WHERE severity_rank < 4) AS other
    FROM generate_series(0, ${DAYS - 1}::integer) AS day
    CROSS JOIN LATERAL (
      SELECT least(date_trunc('day', ${of.time.now}::timestamptz, 'UTC')
        + (day - ${DAYS - 2}::integer) * interval '24 hours' - interval '1 millisecond', ${of.time.now}::timestamptz) AS end_at
    ) AS bucket
    LEFT JOIN (issue_periods AS period JOIN issues USING (tenant_id, workspace_id, issue_id))
      ON tenant_id = ${of.scope.tenantId} AND workspace_id = ${of.scope.workspaceId}
      AND period.opened_at <= end_at AND (period.resolved_at IS NULL OR period.resolved_at > end_at)
    GROUP BY day ORDER BY day`,
  );
}

/** What the current scans found. */
export async function scansCounts(db: Db, scope: Scope): Promise<DashboardSummary['scans_counts']> {
  const [counts] = await prepared(db, 'current scans', { scope }, (of) =>
    db
      .selectFrom('scans')
      .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) FILTER (WHERE has_ai_objects)`.as('found')])
      .where('tenant_id', '=', of.scope.tenantId)
      .where('workspace_id', '=', of.scope.workspaceId)
      .where('is_current', '=', true),
  );
  const { total, found } = counts as NonNullable<typeof counts>;
  return {
    total_current_aispm_scans: total,
    scans_with_ai_objects_count: found,
    percent_scans_with_ai_objects: total === 0 ? 0 : (100 * found) / total,
  };
}
