/** Workspaces and their provisioning. */
export { ensureWorkspace, refreshWorkspaces, type WorkspaceProvisioner } from './workspaces.ts';
