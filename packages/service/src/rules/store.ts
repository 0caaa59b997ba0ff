/** Rules as they are kept in a workspace. */
import type { Rule, Severity } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, rowsOf, type Workspace } from '../database/rows.ts';

/** A rule with everything that is kept of it. */
export type KeptRule = Omit<Rule, 'severity'> & { severity: Severity };

/**
 * Makes rules known. External ones replace those of the same name where they differ; the service's own stay as they are.
 *
 * @param now when it happens, in RFC 3339
 * @returns identifiers of the rules that are new or have changed
 */
export async function keepRules(db: Db, scope: Workspace, rules: readonly KeptRule[], now: string): Promise<string[]> {
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
    FROM ${rowsOf(rows, columns)}
    ORDER BY rule_id
    ON CONFLICT (tenant_id, workspace_id, rule_id) DO UPDATE SET rule_name = excluded.rule_name,
      rule_description = excluded.rule_description, object_types = excluded.object_types, severity = excluded.severity,
      tags = excluded.tags, remediation = excluded.remediation, updated_at = excluded.updated_at
    WHERE rules.source = 'external' AND excluded.source = 'external'
      AND (rules.rule_name, rules.rule_description, rules.object_types, rules.severity, rules.tags, rules.remediation)
        IS DISTINCT FROM (excluded.rule_name, excluded.rule_description, excluded.object_types, excluded.severity,
          excluded.tags, excluded.remediation)
    RETURNING rule_id`.execute(db);
  return changed.rows.map(({ rule_id }) => rule_id);
}

/** Severity and source of rules. */
export async function readRules(
  db: Db,
  scope: Workspace,
  ruleIds: readonly string[],
): Promise<Map<string, { severity: Severity; source: string }>> {
  const { rows } = await sql<{ rule_id: string; severity: Severity; source: string }>`
    SELECT rule_id, severity, source FROM rules
    WHERE ${inWorkspace('rules', scope)} AND rule_id = ANY(${ruleIds}::text[])`.execute(db);
  return new Map(rows.map(({ rule_id, ...rule }) => [rule_id, rule]));
}
