/** What every workspace contains from the start. */
import { seedCatalogue } from '../domains/evaluations/index.ts';
import { seedStaticRules } from '../domains/rules/index.ts';
import * as workspaces from '../domains/workspaces/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Workspace } from '../platform/database/rows.ts';
import * as store from '../platform/keys/store.ts';

const PROVISIONERS: readonly workspaces.WorkspaceProvisioner[] = [seedStaticRules, seedCatalogue];

/** Creates a workspace if it does not exist, with the rules and evaluations of the service. */
export function ensureWorkspace(database: Database, workspace: Workspace): Promise<void> {
  return workspaces.ensureWorkspace(database, workspace, PROVISIONERS);
}

/** Updates the rules and evaluations of the service in all workspaces, after a new release. */
export function refreshWorkspaces(database: Database): Promise<void> {
  return workspaces.refreshWorkspaces(database, PROVISIONERS);
}

/**
 * Creates an API key and the workspaces that it grants access to.
 *
 * @param command the command that does so, for the audit log
 * @returns the key, which cannot be read again
 */
export async function createKey(
  database: Database,
  options: store.KeyOptions,
  command = 'keys create',
): Promise<string> {
  for (const workspace of options.workspaces) await ensureWorkspace(database, workspace);
  return store.createKey(database, options, command);
}
