/** Workspaces, and the built-in records of each one. */
import type { Database } from '../../platform/database/database.ts';
import type { Workspace } from '../../platform/database/rows.ts';

/**
 * Adds a domain's built-in records to workspaces, such as its rules, and updates the ones of an earlier release.
 *
 * @param workspace default: all workspaces
 */
export type WorkspaceProvisioner = (database: Database, workspace?: Workspace) => Promise<void>;

/** Creates a workspace if it doesn't exist, and provisions it. */
export async function ensureWorkspace(
  database: Database,
  workspace: Workspace,
  provisioners: readonly WorkspaceProvisioner[],
): Promise<void> {
  const { tenantId, workspaceId } = workspace;
  await database.system((db) =>
    db
      .insertInto('workspaces')
      .values({ tenant_id: tenantId, workspace_id: workspaceId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  for (const provision of provisioners) await provision(database, workspace);
}

/** Provisions all workspaces after an upgrade. */
export async function refreshWorkspaces(
  database: Database,
  provisioners: readonly WorkspaceProvisioner[],
): Promise<void> {
  for (const provision of provisioners) await provision(database);
}
