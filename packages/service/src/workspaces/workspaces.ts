/** Workspaces, and what the service itself puts into each of them. */
import type { Database } from '../database/database.ts';

/** A workspace of a tenant. */
export interface Workspace {
  tenantId: string;
  workspaceId: string;
}

/** Makes a workspace known. */
export async function ensureWorkspace(database: Database, { tenantId, workspaceId }: Workspace): Promise<void> {
  await database.system((db) =>
    db
      .insertInto('workspaces')
      .values({ tenant_id: tenantId, workspace_id: workspaceId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
