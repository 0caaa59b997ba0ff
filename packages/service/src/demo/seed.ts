/** Fills a workspace with the example story of the contract. */
import type { Database } from '../database/database.ts';
import { ensureWorkspace, type Workspace } from '../workspaces/workspaces.ts';
import { seedEvaluations } from './evaluations.ts';
import { seedFindings } from './findings.ts';
import { seedInventory } from './inventory.ts';
import { seedRuntime } from './runtime.ts';
import { seedScans } from './scans.ts';
import { seedSightings } from './sightings.ts';
import { STORY_WORKSPACE } from './story.ts';
import { seedViews } from './views.ts';

/** Writes the story, as a whole or not at all. Runs and scans that had not ended are left out: nobody works on them. */
export async function seedStory(database: Database, workspace: Workspace = STORY_WORKSPACE): Promise<void> {
  await ensureWorkspace(database, workspace);
  const keys = { tenant_id: workspace.tenantId, workspace_id: workspace.workspaceId };
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      await seedInventory(transaction, keys);
      await seedScans(transaction, keys);
      await seedFindings(transaction, keys);
      await seedSightings(transaction, keys);
      await seedEvaluations(transaction, keys);
      await seedRuntime(transaction, keys);
      await seedViews(transaction, keys);
    }),
  );
}
