/** Erasure of workspaces, tenants and users. */
import { forgetUser } from '../domains/findings/index.ts';
import { foldCounts } from '../domains/interactions/index.ts';
import { appendCommand } from '../platform/audit/audit-log.ts';
import { SYSTEM_CLOCK } from '../platform/core/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { inWorkspace, type Workspace } from '../platform/database/rows.ts';
import { type Erased, eraseRows, rowsOfUser, rowsOfWorkspace } from '../platform/erasure/erase.ts';
import { cancelJobs, forgetAnnouncements } from '../platform/jobs/cancel-jobs.ts';
import { CACHE_MS } from '../platform/keys/authenticator.ts';
import { removeGrants } from '../platform/keys/store.ts';
import { JOB_KINDS } from './jobs.ts';

/** Tables whose rows outlive workspaces and users: only retention removes entries of the audit log. */
export const RETAINED_TABLES: readonly string[] = ['audit_entries'];

/** Lists the workspaces of a tenant. */
export async function listWorkspaces(database: Database, tenantId: string): Promise<Workspace[]> {
  const rows = await database.system((db) =>
    db
      .selectFrom('workspaces')
      .select('workspace_id')
      .where('tenant_id', '=', tenantId)
      .orderBy('workspace_id')
      .execute(),
  );
  return rows.map(({ workspace_id }) => ({ tenantId, workspaceId: workspace_id }));
}

/**
 * Deletes a workspace: first the access to it, then its jobs, then its rows. Can be called again after an interruption. Adds an
 * entry to the audit log before deleting anything.
 *
 * @param command the name of the command, for the workspace's audit log
 * @param clock the clock by which processes expire cached keys
 * @returns the number of deleted rows by table; undefined if the workspace doesn't exist
 */
export async function eraseWorkspace(
  database: Database,
  workspace: Workspace,
  command = 'workspaces delete',
  clock = SYSTEM_CLOCK,
): Promise<Erased | undefined> {
  const known = await listWorkspaces(database, workspace.tenantId);
  if (!known.some(({ workspaceId }) => workspaceId === workspace.workspaceId)) return undefined;
  await database.system((db) => appendCommand(db, workspace, command, [workspace.workspaceId]));
  await removeGrants(database, workspace);
  await cancelJobs(database, JOB_KINDS, workspace);
  // Until then, processes may still accept the cached keys, and write, even create more keys.
  await clock.sleep(CACHE_MS);
  await removeGrants(database, workspace);
  // Otherwise, a process that is currently adding up counts could write them after the deletion.
  await database.system((session) => session.transaction().execute(foldCounts));
  const erased = await eraseRows(database, rowsOfWorkspace(workspace, RETAINED_TABLES));
  await forgetAnnouncements(database, workspace);
  await database.system((db) => db.deleteFrom('workspaces').where(inWorkspace('workspaces', workspace)).execute());
  return erased;
}

/**
 * Deletes everything that belongs to a user, and the user's name in findings.
 *
 * @param clock the clock by which processes expire cached keys
 * @returns the number of deleted or changed rows by table
 */
export async function eraseUser(database: Database, userId: string, clock = SYSTEM_CLOCK): Promise<Erased> {
  await database.system((db) => appendCommand(db, undefined, 'users delete', [userId]));
  const erased = await eraseRows(database, rowsOfUser(userId, RETAINED_TABLES));
  // Until then, processes may still accept the cached keys, and write.
  await clock.sleep(CACHE_MS);
  const late = await eraseRows(database, rowsOfUser(userId, RETAINED_TABLES));
  for (const [table, count] of late) erased.set(table, (erased.get(table) ?? 0) + count);
  for (const [table, count] of await forgetUser(database, userId)) erased.set(table, count);
  return erased;
}
