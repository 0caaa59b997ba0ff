/** Workspaces, and what the service itself adds to each of them. */
import type { Database } from '../../platform/database/database.ts';
import type { Workspace } from '../../platform/database/rows.ts';

/**
 * Adds what a domain provides to each workspace, such as its rules, and updates what an earlier release has added.
 *
 * @param workspace all workspaces when omitted
 */
export type WorkspaceProvisioner = (database: Database, workspace?: Workspace) => Promise<void>;

/** Creates a workspace if it does not exist, and provisions it. */
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

/** Provisions all workspaces, after a new release. */
export async function refreshWorkspaces(
  database: Database,
  provisioners: readonly WorkspaceProvisioner[],
): Promise<void> {
  for (const provision of provisioners) await provision(database);
}
