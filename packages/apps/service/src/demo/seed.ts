/** Seeds a workspace with the example story of the contract. */

import { ensureWorkspace } from '../composition/workspaces.ts';
import type { Database } from '../platform/database/database.ts';
import type { Workspace } from '../platform/database/rows.ts';
import { seedEvaluations } from './evaluations.ts';
import { seedFindings } from './findings.ts';
import { seedInteractions } from './interactions.ts';
import { seedInventory } from './inventory.ts';
import { seedScans } from './scans.ts';
import { seedSightings } from './sightings.ts';
import { STORY_WORKSPACE } from './story.ts';
import { seedViews } from './views.ts';

/** Inserts the story in one transaction. Runs and scans that have not ended are omitted: no worker executes them. */
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
      await seedInteractions(transaction, keys);
      await seedViews(transaction, keys);
    }),
  );
}
