/** The settings of rules in a workspace. */
import { createHash } from 'node:crypto';
import type { Rule, RuleUpdate } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { formatETag } from '../../platform/http/etag.ts';

/** What the findings of a rule follow. */
export type FollowedSettings = Pick<Rule, 'is_enabled' | 'severity_override'>;

/** Returns the entity tag of a rule. It doesn't depend on how far its settings are applied. */
export function toRuleETag({ is_applying_settings: _, ...rule }: Rule): string {
  const sorted = Object.entries(rule).sort(([a], [b]) => (a < b ? -1 : 1));
  return formatETag(createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32));
}

/** Loads the settings of rules, by identifier. */
export async function loadSettings(
  db: Db,
  scope: Workspace,
  ruleIds: readonly string[],
): Promise<Map<string, FollowedSettings>> {
  const rows = await db
    .selectFrom('rules')
    .select(['rule_id', 'is_enabled', 'severity_override'])
    .where(inWorkspace('rules', scope))
    .where('rule_id', '=', sql<string>`ANY(${ruleIds}::text[])`)
    .orderBy('rule_id')
    .execute();
  return new Map(rows.map(({ rule_id, ...settings }) => [rule_id, settings as FollowedSettings]));
}

/**
 * Stores the settings of a rule.
 *
 * @param hasToApply whether its findings still have to follow
 */
export async function storeSettings(
  db: Db,
  scope: Workspace & { userId: string },
  ruleId: string,
  { is_enabled, severity_override, settings_reason }: RuleUpdate,
  now: string,
  hasToApply: boolean,
): Promise<void> {
  await db
    .updateTable('rules')
    .set({
      ...(is_enabled !== undefined && { is_enabled }),
      ...(severity_override !== undefined && { severity_override }),
      ...(settings_reason !== undefined && { settings_reason }),
      settings_changed_at: now,
      settings_changed_by: scope.userId,
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
      ...(hasToApply && { settings_applied_to: '' }),
    })
    .where(inWorkspace('rules', scope))
    .where('rule_id', '=', ruleId)
    .execute();
}

/** Returns whether an update changes what findings follow. */
export function changesFindings(
  before: FollowedSettings,
  { is_enabled = before.is_enabled, severity_override = before.severity_override }: RuleUpdate,
): boolean {
  return is_enabled !== before.is_enabled || severity_override !== before.severity_override;
}
