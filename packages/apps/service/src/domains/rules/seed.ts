/** Stores the static rules in workspaces. */

import { staticRules } from '@aispm/rules';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';

/**
 * Adds missing static rules and updates those of an earlier release.
 *
 * @param workspace default: all workspaces
 */
export async function seedStaticRules(database: Database, workspace?: Workspace): Promise<void> {
  const items = JSON.stringify(staticRules);
  const only = workspace ? sql`WHERE ${inWorkspace('workspaces', workspace)}` : sql``;
  await database.system((db) =>
    sql`
      INSERT INTO rules AS known (tenant_id, workspace_id, rule_id, rule_name, rule_description, object_types, source,
        severity, tags, remediation)
      SELECT workspaces.tenant_id, workspaces.workspace_id, item.*
      FROM workspaces
      CROSS JOIN jsonb_to_recordset(${items}::jsonb) AS item (rule_id text, rule_name text, rule_description text,
        object_types text[], source text, severity text, tags jsonb, remediation jsonb)
      ${only}
      ON CONFLICT (tenant_id, workspace_id, rule_id) DO UPDATE SET rule_name = excluded.rule_name,
        rule_description = excluded.rule_description, object_types = excluded.object_types, source = excluded.source,
        severity = excluded.severity, tags = excluded.tags, remediation = excluded.remediation, updated_at = now()
      WHERE (known.rule_name, known.rule_description, known.object_types, known.source, known.severity, known.tags,
          known.remediation)
        IS DISTINCT FROM (excluded.rule_name, excluded.rule_description, excluded.object_types, excluded.source,
          excluded.severity, excluded.tags, excluded.remediation)`.execute(db),
  );
}
