/** The initial contents of every workspace. */
import { seedCatalogue } from '../domains/evaluations/index.ts';
import { seedStaticRules } from '../domains/rules/index.ts';
import * as workspaces from '../domains/workspaces/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Workspace } from '../platform/database/rows.ts';
import * as store from '../platform/keys/store.ts';

const PROVISIONERS: readonly workspaces.WorkspaceProvisioner[] = [seedStaticRules, seedCatalogue];

/** Creates a workspace if it doesn't exist, with the built-in rules and evaluations. */
export function ensureWorkspace(database: Database, workspace: Workspace): Promise<void> {
  return workspaces.ensureWorkspace(database, workspace, PROVISIONERS);
}

/** Updates the built-in rules and evaluations in all workspaces after an upgrade. */
export function refreshWorkspaces(database: Database): Promise<void> {
  return workspaces.refreshWorkspaces(database, PROVISIONERS);
}

/**
 * Creates an API key and the workspaces that it grants access to.
 *
 * @param command the name of the command, for the audit log
 * @returns the key, which can't be read again
 */
export async function createKey(
  database: Database,
  options: store.KeyOptions,
  command = 'keys create',
): Promise<string> {
  for (const workspace of options.workspaces) await ensureWorkspace(database, workspace);
  return store.createKey(database, options, command);
}
