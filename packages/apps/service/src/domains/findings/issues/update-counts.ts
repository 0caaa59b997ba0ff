/**
 * Updates what is derived from occurrences, in the transaction that changed them: the number of occurrences per object and
 * asset, the counts of objects, and the counts, severity and status of issues.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { anyOf, inWorkspace, type Workspace } from '../../../platform/database/rows.ts';
import { type ChangedFindings, type Findings, type FindingsActor, updateIssues } from './update-issues.ts';

/**
 * Locks the findings of a workspace until the transaction ends. Every visible change of occurrences acquires this lock before
 * it locks a row, which prevents deadlocks.
 */
export async function lockFindings(db: Db, { tenantId, workspaceId }: Workspace): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`findings ${tenantId} ${workspaceId}`}, 0))`.execute(db);
  await prepareForManyRows(db);
}

/** Prefers plans for statements that change many rows, until the transaction ends. */
export async function prepareForManyRows(db: Db): Promise<void> {
  // Rows of this transaction don't have statistics yet, so the planner underestimates nested loops. All queries restrict the
  // rows that they join, which makes hash joins cheap.
  await sql`SELECT set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(db);
}

/**
 * Updates the counts of changed findings.
 *
 * @param now the time of the change, in RFC 3339
 * @param actor who changed them; default: a scan
 */
export async function updateCounts(
  db: Db,
  scope: Workspace,
  now: string,
  changed: ChangedFindings,
  actor: FindingsActor = { userId: null },
): Promise<void> {
  if (changed.issueIds.length === 0) return;
  const recounted = changed.recounted ?? changed;
  await recountElements(db, scope, recounted);
  await updateObjects(db, scope, now, recounted.objectIds);
  await updateIssues(db, scope, now, changed, actor);
}

/** The columns that {@link COUNTS} calculates. */
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

/** Recounts the occurrences of issues per object and asset. Deletes elements without occurrences. */
export async function recountElements(
  db: Db,
  scope: Workspace,
  { issueIds, objectIds, assetIds }: Findings,
): Promise<void> {
  if (issueIds.length === 0) return;
  const countBy = (role: 'object' | 'asset', column: 'aispm_object_id' | 'asset_id', ids: RawBuilder<unknown>) => sql`
    SELECT issue_id, ${sql.lit(role)} AS role, ${sql.ref(column)} AS element_id, ${COUNTS}
    FROM fine_grained_issues
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND issue_id = ANY(${issueIds}::text[])
      AND ${sql.ref(column)} = ${ids}
    GROUP BY issue_id, ${sql.ref(column)}`;
  // There are few assets, of very different sizes, so it pays off that the planner compares each one with the statistics.
  const inAssets = sql`ANY(${assetIds}::text[])`;
  const names = COLUMNS.join(', ');
  await sql`
    WITH counted AS MATERIALIZED (
      ${countBy('object', 'aispm_object_id', anyOf(objectIds))} UNION ALL ${countBy('asset', 'asset_id', inAssets)}
    ), deleted AS (
      DELETE FROM issue_elements
      WHERE ${inWorkspace('issue_elements', scope)} AND issue_id = ANY(${issueIds}::text[])
        AND aispm_object_id = ${anyOf(objectIds)}
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
      AND objects.aispm_object_id = ${anyOf(objectIds)}
    ON CONFLICT (tenant_id, workspace_id, issue_id, role, aispm_object_id) DO UPDATE SET
      ${sql.raw(COLUMNS.map((name) => `${name} = excluded.${name}`).join(', '))}
    WHERE (${sql.raw(COLUMNS.map((name) => `issue_elements.${name}`).join(', '))}) IS DISTINCT FROM
      (${sql.raw(COLUMNS.map((name) => `excluded.${name}`).join(', '))})`.execute(db);
}

/** Recounts the issues of objects. An asset counts the issues inside it. */
async function updateObjects(db: Db, scope: Workspace, now: string, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  const elements = sql`
    SELECT issue_id, aispm_object_id, unresolved_count, severity_rank, critical_count, high_count FROM issue_elements
    WHERE ${inWorkspace('issue_elements', scope)} AND aispm_object_id = ${anyOf(objectIds)}
      AND (object_type = 'asset') = (role = 'asset')`;
  await writeObjectCounts(db, scope, objectIds, elements, sql`greatest(updated_at, ${now}::timestamptz)`);
}

/**
 * Counts the issues of objects that a scan inserted, so little remains to be done while the findings are locked. No other
 * transaction changes occurrences of these objects until the scan is applied.
 */
export async function updateNewObjects(db: Db, scope: Workspace, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  const countBy = (column: 'aispm_object_id' | 'asset_id', condition: RawBuilder<SqlBool>) => sql`
    SELECT issue_id, ${sql.ref(column)} AS aispm_object_id, count(*) AS unresolved_count, max(severity_rank) AS severity_rank,
      count(*) FILTER (WHERE definitive_severity = 'critical') AS critical_count,
      count(*) FILTER (WHERE definitive_severity = 'high') AS high_count
    FROM fine_grained_issues
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND ${sql.ref(column)} = ${anyOf(objectIds)} AND ${condition}
      AND status <> 'resolved'
    GROUP BY issue_id, ${sql.ref(column)}`;
  const elements = sql`
    ${countBy('aispm_object_id', sql`object_type <> 'asset'`)} UNION ALL ${countBy('asset_id', sql`true`)}`;
  await writeObjectCounts(db, scope, objectIds, elements, sql`updated_at`);
}

async function writeObjectCounts(
  db: Db,
  scope: Workspace,
  objectIds: readonly string[],
  elements: RawBuilder<unknown>,
  updatedAt: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    WITH counts AS (
      SELECT id, count(issue_id) FILTER (WHERE unresolved_count > 0) AS total,
        count(issue_id) FILTER (WHERE severity_rank = 5) AS critical,
        count(issue_id) FILTER (WHERE severity_rank = 4) AS high,
        max(severity_rank) AS highest_rank,
        coalesce(sum(critical_count), 0) AS critical_occurrences,
        coalesce(sum(high_count), 0) AS high_occurrences
      FROM unnest(${objectIds}::text[]) AS id
      LEFT JOIN (${elements}) AS element ON element.aispm_object_id = id
      GROUP BY id
    )
    UPDATE objects SET total_issues_count = total, critical_issues_count = critical, high_issues_count = high,
      max_definitive_severity = ${severityFromRank(sql`highest_rank`)}, critical_occurrence_count = critical_occurrences,
      high_occurrence_count = high_occurrences, updated_at = ${updatedAt}
    FROM counts
    WHERE ${inWorkspace('objects', scope)} AND objects.aispm_object_id = id AND objects.aispm_object_id = ${anyOf(objectIds)}
      AND (total_issues_count, critical_issues_count, high_issues_count, max_severity_rank, critical_occurrence_count,
        high_occurrence_count) IS DISTINCT FROM
        (total, critical, high, coalesce(highest_rank, 0::smallint), critical_occurrences, high_occurrences)`.execute(
    db,
  );
}

function severityFromRank(rank: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE ${rank} WHEN 5 THEN 'critical' WHEN 4 THEN 'high' WHEN 3 THEN 'medium' WHEN 2 THEN 'low' WHEN 1 THEN 'info' END`;
}
