/** Seeds a workspace with the example story of the contract. */

import { ensureWorkspace } from '../composition/workspaces.ts';
import type { Database } from '../platform/database/database.ts';
import type { Workspace } from '../platform/database/rows.ts';
import { seedAuditEntries } from './audit-entries.ts';
import { seedEvaluations } from './evaluations.ts';
import { seedFindings } from './findings.ts';
import { seedInteractions } from './interactions.ts';
import { seedInventory } from './inventory.ts';
import { seedScans } from './scans.ts';
import { seedSightings } from './sightings.ts';
import { STORY_WORKSPACE, shiftStory, story as written } from './story.ts';
import { seedViews } from './views.ts';

/**
 * Inserts the story in one transaction. Runs and scans that have not ended are omitted: no worker executes them.
 *
 * @param now when the latest event of the story happens, in milliseconds since 1970; the times of the story without it
 */
export async function seedStory(
  database: Database,
  workspace: Workspace = STORY_WORKSPACE,
  now?: number,
): Promise<void> {
  const story = now === undefined ? written : shiftStory(now);
  await ensureWorkspace(database, workspace);
  const keys = { tenant_id: workspace.tenantId, workspace_id: workspace.workspaceId };
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      await seedInventory(transaction, keys, story);
      await seedScans(transaction, keys, story);
      await seedFindings(transaction, keys, story);
      await seedSightings(transaction, keys);
      await seedEvaluations(transaction, keys, story);
      await seedInteractions(transaction, keys, story);
      await seedViews(transaction, keys, story);
      await seedAuditEntries(transaction, keys, story);
    }),
  );
}
