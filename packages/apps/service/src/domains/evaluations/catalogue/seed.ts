/** Stores built-in evaluations in workspaces. */
import { builtInEvaluations } from '@aispm/evaluations';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../../platform/database/rows.ts';

/**
 * Adds missing built-in evaluations and updates those of an earlier release.
 *
 * @param workspace default: all workspaces
 */
export async function seedCatalogue(database: Database, workspace?: Workspace): Promise<void> {
  const items = JSON.stringify(builtInEvaluations.map(({ item }) => item));
  const isSelected = workspace ? inWorkspace('workspaces', workspace) : sql`true`;
  await database.system((db) =>
    sql`
      INSERT INTO evaluations (tenant_id, workspace_id, id, name, description, approach, type, config, tags, num_prompts,
        is_builtin, created_at, updated_at)
      SELECT workspaces.tenant_id, workspaces.workspace_id, item.*
      FROM workspaces
      CROSS JOIN jsonb_to_recordset(${items}::jsonb) AS item (id text, name text, description text, approach text, type text,
        config jsonb, tags jsonb, num_prompts integer, is_builtin boolean, created_at timestamptz, updated_at timestamptz)
      LEFT JOIN evaluations AS stored ON ${inSameWorkspace('stored', 'workspaces')} AND stored.id = item.id
        AND stored.updated_at >= item.updated_at
      WHERE ${isSelected} AND stored.id IS NULL
      ON CONFLICT (tenant_id, workspace_id, id) DO UPDATE SET name = excluded.name, description = excluded.description,
        approach = excluded.approach, type = excluded.type, config = excluded.config, tags = excluded.tags,
        num_prompts = excluded.num_prompts, updated_at = excluded.updated_at
      WHERE evaluations.is_builtin`.execute(db),
  );
}
