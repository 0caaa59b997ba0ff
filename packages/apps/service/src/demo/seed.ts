/** Seeds a workspace with the contract's sample data. */

import { ensureWorkspace } from '../composition/workspaces.ts';
import type { Database } from '../platform/database/database.ts';
import type { Workspace } from '../platform/database/rows.ts';
import { seedAuditEntries } from './audit-entries.ts';
import { seedChanges } from './changes.ts';
import { seedEvaluations } from './evaluations.ts';
import { seedFindings } from './findings.ts';
import { seedInteractions } from './interactions.ts';
import { seedInventory } from './inventory.ts';
import { seedObservations } from './observations.ts';
import { SAMPLE_WORKSPACE, shiftSampleData, sampleData as written } from './sample-data.ts';
import { seedScans } from './scans.ts';
import { seedViews } from './views.ts';

/**
 * Inserts the sample data in one transaction. Omits runs and scans that haven't ended, which no worker would execute.
 *
 * @param now the time of the latest event in the sample data, in milliseconds since 1970; by default, times stay unchanged
 */
export async function seedSampleData(
  database: Database,
  workspace: Workspace = SAMPLE_WORKSPACE,
  now?: number,
): Promise<void> {
  const sampleData = now === undefined ? written : shiftSampleData(now);
  await ensureWorkspace(database, workspace);
  const keys = { tenant_id: workspace.tenantId, workspace_id: workspace.workspaceId };
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      await seedInventory(transaction, keys, sampleData);
      await seedScans(transaction, keys, sampleData);
      await seedFindings(transaction, keys, sampleData);
      await seedObservations(transaction, keys);
      await seedEvaluations(transaction, keys, sampleData);
      await seedInteractions(transaction, keys, sampleData);
      await seedViews(transaction, keys, sampleData);
      await seedAuditEntries(transaction, keys, sampleData);
      await seedChanges(transaction, keys, sampleData);
    }),
  );
}
