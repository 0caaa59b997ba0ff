/** Workspaces, and what the service itself puts into each of them. */
import type { Database } from '../database/database.ts';
import { putCatalogue } from '../evaluations/catalogue-seed.ts';
import { putStaticRules } from '../rules/rule-seed.ts';

/** A workspace of a tenant. */
export interface Workspace {
  tenantId: string;
  workspaceId: string;
}

/** Makes a workspace known, and fills it. */
export async function ensureWorkspace(database: Database, workspace: Workspace): Promise<void> {
  const { tenantId, workspaceId } = workspace;
  await database.system((db) =>
    db
      .insertInto('workspaces')
      .values({ tenant_id: tenantId, workspace_id: workspaceId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  await putStaticRules(database, workspace);
  await putCatalogue(database, workspace);
}

/** Brings what the service itself puts into workspaces up to date, after a new release. */
export async function refreshWorkspaces(database: Database): Promise<void> {
  await putStaticRules(database);
  await putCatalogue(database);
}
