/** Fills a workspace with the example story of the contract. */
import type { Database } from '../database/database.ts';
import { ensureWorkspace, type Workspace } from '../workspaces/workspaces.ts';
import { seedInventory } from './inventory.ts';
import { STORY_WORKSPACE } from './story.ts';

/** Writes the story, as a whole or not at all. Runs and scans that had not ended are left out: nobody works on them. */
export async function seedStory(database: Database, workspace: Workspace = STORY_WORKSPACE): Promise<void> {
  await ensureWorkspace(database, workspace);
  const keys = { tenant_id: workspace.tenantId, workspace_id: workspace.workspaceId };
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      await seedInventory(transaction, keys);
    }),
  );
}
