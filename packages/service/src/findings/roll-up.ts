/**
 * Brings everything that follows from occurrences up to date, in the transaction that changed them: how many of them an object
 * has or an asset contains, the counts on objects, and the counts, severity and status of issues.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, type Workspace } from '../database/rows.ts';
import type { Hand } from './issue-status.ts';
import { refreshIssues } from './refresh-issues.ts';

/** What was changed. */
export interface Changed {
  /** Issues whose occurrences changed. */
  issueIds: readonly string[];
  /** Objects that have them, and assets that they lie in or lay in before. */
  objectIds: readonly string[];
}

/** Whoever changes occurrences holds this until the transaction ends, so that two of them never wait for each other crosswise. */
export async function lockFindings(db: Db, { tenantId, workspaceId }: Workspace): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`findings ${tenantId} ${workspaceId}`}, 0))`.execute(db);
  // What has just been written has no statistics, so that joining it row by row looks cheap and takes for ever. All queries name
  // the rows that they join, and hash them.
  await sql`SELECT set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(db);
}

/**
 * @param now when it happens, in RFC 3339
 * @param hand what a person says who changes the status; undefined when a scan does
 */
export async function rollUp(db: Db, scope: Workspace, now: string, changed: Changed, hand?: Hand): Promise<void> {
  if (changed.issueIds.length === 0) return;
  await countElements(db, scope, changed);
  await countOnObjects(db, scope, now, changed.objectIds);
  await refreshIssues(db, scope, now, changed, hand);
}

/** The counts of {@link COUNTS}. */
const COLUMNS = [
  'occurrence_count',
  'critical_count',
  'high_count',
  'medium_count',
  'low_count',
  'info_count',
  'active_critical_count',
  'active_high_count',
];

const COUNTS = sql`count(*) AS occurrence_count,
  count(*) FILTER (WHERE status <> 'resolved' AND definitive_severity = 'critical') AS critical_count,
  count(*) FILTER (WHERE status <> 'resolved' AND definitive_severity = 'high') AS high_count,
  count(*) FILTER (WHERE status <> 'resolved' AND definitive_severity = 'medium') AS medium_count,
  count(*) FILTER (WHERE status <> 'resolved' AND definitive_severity = 'low') AS low_count,
  count(*) FILTER (WHERE status <> 'resolved' AND definitive_severity = 'info') AS info_count,
  count(*) FILTER (WHERE status NOT IN ('resolved', 'suppressed') AND definitive_severity = 'critical') AS active_critical_count,
  count(*) FILTER (WHERE status NOT IN ('resolved', 'suppressed') AND definitive_severity = 'high') AS active_high_count`;

/** Counts the occurrences of issues on objects and in assets again; what has none any more goes. */
async function countElements(db: Db, scope: Workspace, { issueIds, objectIds }: Changed): Promise<void> {
  const counted = (role: 'object' | 'asset', column: 'aispm_object_id' | 'asset_id') => sql`
    SELECT issue_id, ${sql.lit(role)} AS role, ${sql.ref(column)} AS element_id, ${COUNTS}
    FROM fine_grained_issues
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND issue_id = ANY(${issueIds}::text[])
      AND ${sql.ref(column)} = ANY(${objectIds}::text[])
    GROUP BY issue_id, ${sql.ref(column)}`;
  const names = COLUMNS.join(', ');
  await sql`
    WITH counted AS MATERIALIZED (
      ${counted('object', 'aispm_object_id')} UNION ALL ${counted('asset', 'asset_id')}
    ), gone AS (
      DELETE FROM issue_elements
      WHERE ${inWorkspace('issue_elements', scope)} AND issue_id = ANY(${issueIds}::text[])
        AND aispm_object_id = ANY(${objectIds}::text[])
        AND NOT EXISTS (
          SELECT FROM counted
          WHERE counted.issue_id = issue_elements.issue_id AND counted.role = issue_elements.role
            AND counted.element_id = issue_elements.aispm_object_id
        )
    )
    INSERT INTO issue_elements (tenant_id, workspace_id, issue_id, role, aispm_object_id, object_type, ${sql.raw(names)})
    SELECT ${scope.tenantId}, ${scope.workspaceId}, issue_id, role, element_id, object_type, ${sql.raw(names)}
    FROM counted
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.aispm_object_id = element_id
      AND objects.aispm_object_id = ANY(${objectIds}::text[])
    ON CONFLICT (tenant_id, workspace_id, issue_id, role, aispm_object_id) DO UPDATE SET
      ${sql.raw(COLUMNS.map((name) => `${name} = excluded.${name}`).join(', '))}
    WHERE (${sql.raw(COLUMNS.map((name) => `issue_elements.${name}`).join(', '))}) IS DISTINCT FROM
      (${sql.raw(COLUMNS.map((name) => `excluded.${name}`).join(', '))})`.execute(db);
}

/** An asset counts what lies inside it, any other object what it has itself. */
async function countOnObjects(db: Db, scope: Workspace, now: string, objectIds: readonly string[]): Promise<void> {
  await sql`
    WITH counts AS (
      SELECT id, count(issue_id) FILTER (WHERE unresolved_count > 0) AS total,
        count(issue_id) FILTER (WHERE severity_rank = 5) AS critical,
        count(issue_id) FILTER (WHERE severity_rank = 4) AS high,
        max(severity_rank) AS worst,
        coalesce(sum(critical_count), 0) AS critical_occurrences,
        coalesce(sum(high_count), 0) AS high_occurrences
      FROM unnest(${objectIds}::text[]) AS id
      LEFT JOIN (
        SELECT * FROM issue_elements
        WHERE ${inWorkspace('issue_elements', scope)} AND aispm_object_id = ANY(${objectIds}::text[])
          AND (object_type = 'asset') = (role = 'asset')
      ) AS element ON element.aispm_object_id = id
      GROUP BY id
    )
    UPDATE objects SET total_issues_count = total, critical_issues_count = critical, high_issues_count = high,
      max_definitive_severity = ${severityOf(sql`worst`)}, critical_occurrence_count = critical_occurrences,
      high_occurrence_count = high_occurrences, updated_at = greatest(updated_at, ${now}::timestamptz)
    FROM counts
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = id AND aispm_object_id = ANY(${objectIds}::text[])
      AND (total_issues_count, critical_issues_count, high_issues_count, max_severity_rank, critical_occurrence_count,
        high_occurrence_count) IS DISTINCT FROM
        (total, critical, high, coalesce(worst, 0::smallint), critical_occurrences, high_occurrences)`.execute(db);
}

function severityOf(rank: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE ${rank} WHEN 5 THEN 'critical' WHEN 4 THEN 'high' WHEN 3 THEN 'medium' WHEN 2 THEN 'low' WHEN 1 THEN 'info' END`;
}
