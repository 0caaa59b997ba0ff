/** Lets the findings of a rule follow its settings: whether it's switched on, and the severity of its findings. */
import { describeOverride, NOT_OBSERVED, RULE_DISABLED, type StatusReason } from '@aispm/domain';
import type { IssueStatus, Rule, RuleUpdate } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { anyOf, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { notFound } from '../../platform/http/errors/errors.ts';
import { checkVersion } from '../../platform/http/etag.ts';
import type { PeriodicTask } from '../../platform/jobs/job.ts';
import {
  changesFindings,
  type FollowedSettings,
  selectRules,
  storeSettings,
  toRule,
  toRuleETag,
} from '../rules/index.ts';
import { recordHistory } from './issues/history.ts';
import { lockFindings, updateCounts } from './issues/update-counts.ts';
import { collectFindings, type FindingsActor } from './issues/update-issues.ts';
import { findIssues } from './reconciliation/open-issues.ts';

/** Maximum number of occurrences that follow in one transaction; the contract names it. */
const BATCH = 1_000;

/**
 * Changes the settings of a rule. The first occurrences follow; {@link applyRuleSettings} continues.
 *
 * @param db a transaction in the scope of the workspace
 * @param now the time of the change, in RFC 3339; default: the current time, after the wait for other changes
 * @param ifMatch the entity tags, of which the rule must have one; undefined for any
 * @throws {ApiError} 404 for an unknown rule, 412 for another version; nothing has changed
 */
export async function changeRule(
  db: Db,
  scope: Scope,
  ruleId: string,
  update: RuleUpdate,
  now: string | undefined,
  ifMatch?: string,
): Promise<void> {
  // Rejects an unknown rule and most outdated versions without waiting for the lock.
  await loadRule(db, scope, ruleId, ifMatch);
  await lockFindings(db, scope);
  const before = await loadRule(db, scope, ruleId, ifMatch);
  const at = now ?? new Date().toISOString();
  const hasToApply = changesFindings(before, update);
  await storeSettings(db, scope, ruleId, update, at, hasToApply);
  if (hasToApply) await applyBatch(db, scope, ruleId, at);
}

/** @throws {ApiError} 404 for an unknown rule, 412 if it isn't in the expected version */
async function loadRule(db: Db, scope: Workspace, ruleId: string, ifMatch: string | undefined): Promise<Rule> {
  const row = await selectRules(db, scope).where('rule_id', '=', ruleId).executeTakeFirst();
  if (!row) throw notFound();
  const rule = toRule(row);
  checkVersion(ifMatch, toRuleETag(rule));
  return rule;
}

/** Lets the remaining occurrences follow: in turn those of each rule, in transactions of limited size. */
export const applyRuleSettings: PeriodicTask = {
  name: 'apply-rule-settings',
  everyMs: 5_000,
  async run({ database }) {
    for (;;) {
      const { rows } = await database.system((db) =>
        sql<Scope & { ruleId: string }>`
          SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId", settings_changed_by AS "userId", rule_id AS "ruleId"
          FROM rules WHERE settings_applied_to IS NOT NULL ORDER BY settings_changed_at LIMIT 100`.execute(db),
      );
      if (rows.length === 0) return;
      for (const { ruleId, ...scope } of rows)
        await database.system((db) =>
          db.transaction().execute(async (transaction) => {
            await lockFindings(transaction, scope);
            await applyBatch(transaction, scope, ruleId, new Date().toISOString());
          }),
        );
    }
  },
};

/** The issue of a rule, and the triage that it had before the rule was switched off. */
interface RuleIssue {
  issue_id: string;
  disabled_triage: { status: IssueStatus; reason: StatusReason | null; comment: string | null } | null;
}

/** Lets the next occurrences of a rule follow its settings; none if all do. The findings of the workspace are locked. */
async function applyBatch(db: Db, scope: Scope, ruleId: string, now: string): Promise<void> {
  const rule = await db
    .selectFrom('rules')
    .select(['is_enabled', 'severity_override', 'settings_applied_to', 'settings_changed_at'])
    .where(inWorkspace('rules', scope))
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  if (typeof rule?.settings_applied_to !== 'string') return;
  const batch = await db
    .selectFrom('fine_grained_issues')
    .select(['fine_grained_issue_id', 'fingerprint'])
    .where(inWorkspace('fine_grained_issues', scope))
    .where('rule_id', '=', ruleId)
    .where('fingerprint', '>', rule.settings_applied_to)
    .orderBy('fingerprint')
    .limit(BATCH)
    .execute();
  const isLast = batch.length < BATCH;
  const issueId = (await findIssues({ db, scope }, [ruleId])).get(ruleId);
  if (issueId !== undefined) {
    const { userId } = scope;
    const actor = { userId, ruleChangedAt: String(rule.settings_changed_at) };
    await recordHistory(db, scope, [issueId], actor, async () => {
      const { disabled_triage: triage } = await keepTriage(db, scope, issueId, rule.is_enabled);
      const ids = batch.map(({ fine_grained_issue_id }) => fine_grained_issue_id);
      const changed = collectFindings(await followSettings(db, scope, ids, rule as FollowedSettings, now));
      const findings: FindingsActor = { userId, ...(rule.is_enabled && triage && { triage }) };
      await updateCounts(db, scope, now, changed, findings);
      if (rule.is_enabled && isLast) await endDisabling(db, scope, issueId, now);
    });
  }
  await db
    .updateTable('rules')
    .set({ settings_applied_to: isLast ? null : (batch.at(-1)?.fingerprint ?? null) })
    .where(inWorkspace('rules', scope))
    .where('rule_id', '=', ruleId)
    .execute();
}

/** Keeps the triage of an issue whose rule is switched off, and returns what was kept. */
async function keepTriage(db: Db, scope: Workspace, issueId: string, isEnabled: boolean): Promise<RuleIssue> {
  const { rows } = await sql<RuleIssue>`
    UPDATE issues SET disabled_triage = CASE WHEN ${!isEnabled} AND disabled_triage IS NULL AND status IN ('open', 'in_progress')
      THEN jsonb_build_object('status', status, 'reason', status_reason, 'comment', status_comment) ELSE disabled_triage END
    WHERE ${inWorkspace('issues', scope)} AND issue_id = ${issueId}
    RETURNING issue_id, disabled_triage`.execute(db);
  return rows[0] as RuleIssue;
}

/** Ends the effects of a rule on its issue. If that is still resolved, scans no longer see its occurrences. */
async function endDisabling(db: Db, scope: Workspace, issueId: string, now: string): Promise<void> {
  const stillResolved = sql`status_reason = ${RULE_DISABLED.status_reason}`;
  await sql`
    UPDATE issues SET disabled_triage = NULL,
      status_reason = CASE WHEN ${stillResolved} THEN ${NOT_OBSERVED.status_reason} ELSE status_reason END,
      updated_at = CASE WHEN ${stillResolved} THEN greatest(updated_at, ${now}::timestamptz) ELSE updated_at END
    WHERE ${inWorkspace('issues', scope)} AND issue_id = ${issueId}
      AND (disabled_triage IS NOT NULL OR ${stillResolved})`.execute(db);
}

interface ChangedOccurrence {
  issue_id: string;
  aispm_object_id: string;
  asset_id: string | null;
}

/** Gives occurrences the status and severity that follow from the settings of their rule. @returns the changed ones */
async function followSettings(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { is_enabled, severity_override: override }: FollowedSettings,
  now: string,
): Promise<ChangedOccurrence[]> {
  const { status, status_reason: reason } = RULE_DISABLED;
  const triage = ['status', 'status_comment', 'status_changed_at', 'status_changed_by'];
  // Columns in `SET` have their values before the change.
  const isAffected = is_enabled ? sql`o.status_reason = ${reason}` : sql`o.status IN ('open', 'in_progress')`;
  const kept = sql`jsonb_build_object(${sql.join(triage.flatMap((name) => [sql.lit(name), sql.ref(`o.${name}`)]))})`;
  const known = (name: string) => sql`o.disabled_triage ->> ${sql.lit(name)}`;
  const user = sql`${scope.userId}::text`;
  const at = sql`${now}::timestamptz`;
  const isNew = sql`o.disabled_triage IS NULL`;
  const values: Record<string, ReturnType<typeof sql>> = is_enabled
    ? {
        status: sql`coalesce(${known('status')}, 'open')`,
        status_reason: sql`NULL`,
        status_comment: known('status_comment'),
        status_changed_at: sql`CASE WHEN ${isNew} THEN ${at} ELSE (${known('status_changed_at')})::timestamptz END`,
        status_changed_by: sql`CASE WHEN ${isNew} THEN ${user} ELSE ${known('status_changed_by')} END`,
        resolved_at: sql`NULL`,
        disabled_triage: sql`NULL`,
      }
    : {
        status: sql`${status}::text`,
        status_reason: sql`${reason}::text`,
        status_comment: sql`NULL`,
        status_changed_at: at,
        status_changed_by: user,
        resolved_at: at,
        disabled_triage: kept,
      };
  const statuses = Object.entries(values).map(
    ([name, value]) => sql`${sql.ref(name)} = CASE WHEN ${isAffected} THEN ${value} ELSE o.${sql.ref(name)} END`,
  );
  const own = sql`coalesce(o.own_severity, o.definitive_severity)`;
  const ownReason = sql`CASE WHEN o.own_severity IS NULL THEN o.severity_reason ELSE o.own_severity_reason END`;
  const severities =
    override === null
      ? sql`definitive_severity = ${own}, severity_reason = ${ownReason}, own_severity = NULL, own_severity_reason = NULL`
      : sql`definitive_severity = ${override}, severity_reason = ${describeOverride(override)}, own_severity = ${own},
          own_severity_reason = ${ownReason}`;
  const isRated =
    override === null
      ? sql`o.own_severity IS NULL`
      : sql`(o.own_severity IS NOT NULL AND o.definitive_severity = ${override})`;
  const { rows } = await sql<ChangedOccurrence>`
    UPDATE fine_grained_issues AS o SET ${sql.join(statuses)}, ${severities}, updated_at = greatest(o.updated_at, ${at})
    WHERE ${inWorkspace('o', scope)} AND o.fine_grained_issue_id = ${anyOf(ids)} AND (${isAffected} OR NOT ${isRated})
    RETURNING issue_id, aispm_object_id, asset_id`.execute(db);
  return rows;
}
