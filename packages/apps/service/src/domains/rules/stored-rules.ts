/** Stores and loads the rules of a workspace. */
import type { Rule, ScannedRule, Severity } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, recordset, type Workspace } from '../../platform/database/rows.ts';

/** A rule with its stored columns, without its settings. */
export type StoredRule = ScannedRule & Pick<Rule, 'rule_name' | 'rule_description'> & { severity: Severity };

/**
 * Stores rules. External rules replace those with the same identifier if they differ; static rules remain unchanged.
 *
 * @param now the time of the change, in RFC 3339
 * @returns identifiers of new and changed rules
 */
export async function storeRules(
  db: Db,
  scope: Workspace,
  rules: readonly StoredRule[],
  now: string,
): Promise<string[]> {
  return writeRules(
    db,
    scope,
    rules,
    now,
    sql`DO UPDATE SET rule_name = excluded.rule_name,
      rule_description = excluded.rule_description, object_types = excluded.object_types, severity = excluded.severity,
      tags = excluded.tags, remediation = excluded.remediation, updated_at = excluded.updated_at
    WHERE rules.source = 'external' AND excluded.source = 'external'
      AND (rules.rule_name, rules.rule_description, rules.object_types, rules.severity, rules.tags, rules.remediation)
        IS DISTINCT FROM (excluded.rule_name, excluded.rule_description, excluded.object_types, excluded.severity,
          excluded.tags, excluded.remediation)`,
  );
}

/** Inserts the rules that don't exist; the others remain unchanged. */
export async function insertRules(db: Db, scope: Workspace, rules: readonly StoredRule[], now: string): Promise<void> {
  await writeRules(db, scope, rules, now, sql`DO NOTHING`);
}

/** @returns identifiers of the rules that were inserted or updated */
async function writeRules(
  db: Db,
  scope: Workspace,
  rules: readonly StoredRule[],
  now: string,
  onConflict: RawBuilder<unknown>,
): Promise<string[]> {
  if (rules.length === 0) return [];
  const rows = rules.map(
    ({ rule_id, rule_name, rule_description, object_types, source, severity, tags, remediation }) => ({
      rule_id,
      rule_name,
      rule_description,
      object_types,
      source,
      severity,
      tags: tags ?? {},
      remediation: remediation ?? null,
    }),
  );
  const columns = `rule_id text, rule_name text, rule_description text, object_types json, source text, severity text,
    tags jsonb, remediation jsonb`;
  const changed = await sql<{ rule_id: string }>`
    INSERT INTO rules (tenant_id, workspace_id, rule_id, rule_name, rule_description, object_types, source, severity, tags,
      remediation, created_at, updated_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, rule_id, rule_name, rule_description,
      ARRAY(SELECT json_array_elements_text(object_types)), source, severity, tags, remediation, ${now}::timestamptz,
      ${now}::timestamptz
    FROM ${recordset(rows, columns)}
    ORDER BY rule_id
    ON CONFLICT (tenant_id, workspace_id, rule_id) ${onConflict}
    RETURNING rule_id`.execute(db);
  return changed.rows.map(({ rule_id }) => rule_id);
}

/** Loads the severity and source of rules, by identifier. */
export async function loadRules(
  db: Db,
  scope: Workspace,
  ruleIds: readonly string[],
): Promise<Map<string, { severity: Severity; source: string }>> {
  const rows = await db
    .selectFrom('rules')
    .select(['rule_id', 'severity', 'source'])
    .where(inWorkspace('rules', scope))
    .where('rule_id', '=', sql<string>`ANY(${ruleIds}::text[])`)
    .execute();
  return new Map(rows.map(({ rule_id, severity, source }) => [rule_id, { severity: severity as Severity, source }]));
}
