/** Opens and finds the issues of rules. */
import { sql } from 'kysely';
import { newId } from '../../../platform/core/identifiers.ts';
import { inWorkspace, recordset } from '../../../platform/database/rows.ts';
import type { FollowedSettings } from '../../rules/index.ts';
import { beginPeriods } from '../issues/update-issues.ts';
import type { ReconciliationContext } from './context.ts';
import type { OccurrenceMatch } from './match.ts';

/**
 * Opens an issue for each rule with its first finding.
 *
 * @returns the issue of each rule
 */
export async function openIssues(
  { db, scope, now }: ReconciliationContext,
  matches: readonly OccurrenceMatch[],
  settings: ReadonlyMap<string, FollowedSettings>,
): Promise<Map<string, string>> {
  const severities = new Map(
    matches.flatMap(({ scanner, staticRule }) => {
      const detection = scanner ?? staticRule;
      return detection ? [[detection.rule_id, detection.severity] as const] : [];
    }),
  );
  const rows = [...severities].map(([rule_id, severity]) => ({
    issue_id: newId(),
    rule_id,
    severity: settings.get(rule_id)?.severity_override ?? severity,
  }));
  const opened = await sql<{ issue_id: string }>`
    INSERT INTO issues (tenant_id, workspace_id, issue_id, rule_id, definitive_severity, status, object_types,
      first_seen_at, last_seen_at, created_at, updated_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, issue_id, rule_id, severity, 'open', '{}', ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM ${recordset(rows, 'issue_id text, rule_id text, severity text')}
    ON CONFLICT (tenant_id, workspace_id, rule_id) DO NOTHING
    RETURNING issue_id`.execute(db);
  await beginPeriods(
    db,
    scope,
    now,
    opened.rows.map(({ issue_id }) => issue_id),
  );
  return findIssues({ db, scope }, [...severities.keys()]);
}

/** Returns the issue of each rule that has one. */
export async function findIssues(
  { db, scope }: Pick<ReconciliationContext, 'db' | 'scope'>,
  ruleIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('issues')
    .select(['issue_id', 'rule_id'])
    .where(inWorkspace('issues', scope))
    .where('rule_id', '=', sql<string>`ANY(${ruleIds}::text[])`)
    .execute();
  return new Map(rows.map(({ issue_id, rule_id }) => [rule_id, issue_id]));
}
