/** The queries of the dashboard. They read counts that transactions maintain, or use an index. */
import type { AtRiskObject, DashboardSummary, ObjectCounts, ObjectType, SeverityCounts, TopIssue } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema, resolve, type Schema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { runPrepared } from '../../platform/database/prepared.ts';
import { inSameWorkspace, inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const OBJECT_TYPES = getSchema('ObjectType').enum as ObjectType[];

/** Returns the maximum length of a list of the dashboard. */
function readMaxItems(schema: string, property: string): number {
  return resolve<Schema>(getSchema(schema).properties?.[property]).maxItems ?? 0;
}

const MAX_TOP_ISSUES = readMaxItems('DashboardSummary', 'aispm_objects_top_issues');
const MAX_AT_RISK = readMaxItems('DashboardSummary', 'aispm_top_at_risk_agents');
const DAYS = readMaxItems('DashboardHistogram', 'counts');

/** Counts the objects and their issues, by object type. */
export async function countObjects(db: Db, scope: Scope): Promise<ObjectCounts[]> {
  const inventory = await runPrepared(db, 'objects by type', { scope }, (parameters) =>
    db
      .selectFrom('object_counts')
      .select(['object_type', 'inventory_count'])
      .where(inWorkspace('object_counts', parameters.scope)),
  );
  const issues = await runPrepared(db, 'issues by type', { scope }, (parameters) =>
    db
      .selectFrom('issue_counts')
      .innerJoin('issues', (join) =>
        join.on(inSameWorkspace('issues', 'issue_counts')).onRef('issues.issue_id', '=', 'issue_counts.issue_id'),
      )
      .select([
        'issue_counts.object_type',
        sql<number>`count(*)`.as('total'),
        // An issue has the severity of its most severe occurrence on any object; the list of issues filters by it.
        sql<number>`count(*) FILTER (WHERE issues.definitive_severity = 'critical')`.as('critical'),
        sql<number>`count(*) FILTER (WHERE issues.definitive_severity = 'high')`.as('high'),
      ])
      .where(inWorkspace('issue_counts', parameters.scope))
      .where('issue_counts.unresolved_count', '>', 0)
      .groupBy('issue_counts.object_type'),
  );
  return OBJECT_TYPES.map((object_type) => {
    const counts = issues.find((row) => row.object_type === object_type);
    return {
      object_type,
      total_inventory_count: inventory.find((row) => row.object_type === object_type)?.inventory_count ?? 0,
      total_issues_count: counts?.total ?? 0,
      critical_issues_count: counts?.critical ?? 0,
      high_issues_count: counts?.high ?? 0,
    };
  });
}

/** Returns the issues with critical or high objects, most severe first. */
export async function findTopIssues(db: Db, scope: Scope): Promise<TopIssue[]> {
  const rows = await runPrepared(db, 'top issues', { scope }, (parameters) =>
    db
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
        'issues.critical_element_count',
        'issues.high_element_count',
        'issues.total_priority_affected_elements',
      ])
      .where(inWorkspace('issues', parameters.scope))
      .where('issues.total_priority_affected_elements', '>', 0)
      .orderBy('issues.severity_rank', 'desc')
      .orderBy('issues.total_priority_affected_elements', 'desc')
      .orderBy('issues.issue_id')
      .limit(MAX_TOP_ISSUES),
  );
  return rows as TopIssue[];
}

/** Returns the objects of a type with critical or high occurrences, most severe first. */
export function findObjectsAtRisk(db: Db, scope: Scope, type: ObjectType): Promise<AtRiskObject[]> {
  return runPrepared(db, 'objects at risk', { scope, filter: { type } }, (parameters) =>
    db
      .selectFrom('objects')
      .select([
        'aispm_object_id',
        'aispm_friendly_name',
        'critical_occurrence_count as critical_count',
        'high_occurrence_count as high_count',
        sql<number>`critical_occurrence_count + high_occurrence_count`.as('total_critical_high_occurrences'),
      ])
      .where(inWorkspace('objects', parameters.scope))
      .where('object_type', '=', parameters.filter.type)
      .where('lifecycle_status', '<>', sql.lit('deleted'))
      .where(sql<boolean>`(critical_occurrence_count > 0 OR high_occurrence_count > 0)`)
      .orderBy('critical_occurrence_count', 'desc')
      .orderBy('high_occurrence_count', 'desc')
      .orderBy('aispm_object_id')
      .limit(MAX_AT_RISK),
  );
}

/** Counts the unresolved issues at the end of each of the last days, in UTC; the last day ends now. */
export function countUnresolvedPerDay(db: Db, scope: Scope, now: Date): Promise<SeverityCounts[]> {
  return runPrepared(
    db,
    'last days',
    { scope, time: { now: now.toISOString() } },
    (parameters) => sql<SeverityCounts>`
    SELECT count(*) FILTER (WHERE severity_rank = 5) AS critical, count(*) FILTER (WHERE severity_rank = 4) AS high,
      count(*) FILTER (WHERE severity_rank < 4) AS other
    FROM generate_series(0, ${DAYS - 1}::integer) AS day
    CROSS JOIN LATERAL (
      SELECT least(date_trunc('day', ${parameters.time.now}::timestamptz, 'UTC')
        + (day - ${DAYS - 2}::integer) * interval '24 hours' - interval '1 millisecond', ${parameters.time.now}::timestamptz) AS end_at
    ) AS bucket
    LEFT JOIN (issue_periods AS period JOIN issues USING (tenant_id, workspace_id, issue_id))
      ON ${inWorkspace('period', parameters.scope)}
      AND period.opened_at <= end_at AND (period.resolved_at IS NULL OR period.resolved_at > end_at)
    GROUP BY day ORDER BY day`,
  );
}

/** Counts the current scans. */
export async function countScans(db: Db, scope: Scope): Promise<DashboardSummary['scans_counts']> {
  const [counts] = await runPrepared(db, 'current scans', { scope }, (parameters) =>
    db
      .selectFrom('scans')
      .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) FILTER (WHERE has_ai_objects)`.as('found')])
      .where(inWorkspace('scans', parameters.scope))
      .where('is_current', '=', sql.lit(true)),
  );
  const { total, found } = counts as NonNullable<typeof counts>;
  return {
    total_current_aispm_scans: total,
    scans_with_ai_objects_count: found,
    percent_scans_with_ai_objects: total === 0 ? 0 : (100 * found) / total,
  };
}
