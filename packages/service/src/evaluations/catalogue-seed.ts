/** Puts the evaluations that come with the service into workspaces. */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Workspace } from '../workspaces/workspaces.ts';
import { builtInEvaluations } from './catalogue/index.ts';

/**
 * Adds the built-in evaluations that are missing, and renews those of an earlier release.
 *
 * @param workspace all workspaces when it is left out
 */
export async function putCatalogue(database: Database, workspace?: Workspace): Promise<void> {
  const items = JSON.stringify(builtInEvaluations.map(({ item }) => item));
  const only = workspace
    ? sql`WHERE workspaces.tenant_id = ${workspace.tenantId} AND workspaces.workspace_id = ${workspace.workspaceId}`
    : sql``;
  await database.system((db) =>
    sql`
      INSERT INTO evaluations (tenant_id, workspace_id, id, name, description, approach, type, config, tags, num_prompts,
        is_builtin, created_at, updated_at)
      SELECT workspaces.tenant_id, workspaces.workspace_id, item.*
      FROM workspaces
      CROSS JOIN jsonb_to_recordset(${items}::jsonb) AS item (id text, name text, description text, approach text, type text,
        config jsonb, tags jsonb, num_prompts integer, is_builtin boolean, created_at timestamptz, updated_at timestamptz)
      LEFT JOIN evaluations AS known ON known.tenant_id = workspaces.tenant_id
        AND known.workspace_id = workspaces.workspace_id AND known.id = item.id AND known.updated_at >= item.updated_at
      ${only} ${workspace ? sql`AND` : sql`WHERE`} known.id IS NULL
      ON CONFLICT (tenant_id, workspace_id, id) DO UPDATE SET name = excluded.name, description = excluded.description,
        approach = excluded.approach, type = excluded.type, config = excluded.config, tags = excluded.tags,
        num_prompts = excluded.num_prompts, updated_at = excluded.updated_at
      WHERE evaluations.is_builtin`.execute(db),
  );
}
