/** The scope of a connection: the workspace and the user whose rows it may access. */

/** A user in a workspace. */
export interface Scope {
  tenantId: string;
  workspaceId: string;
  userId: string;
  /** The request's API key; jobs have none. */
  keyId?: string;
}

/** The scope of the tables' owner: no workspace, no row-level security. Only for keys, queues and migrations. */
export const SYSTEM = 'system';

/** Returns a string that identifies a scope. */
export function scopeKey(scope: Scope | typeof SYSTEM): string {
  return scope === SYSTEM ? SYSTEM : JSON.stringify([scope.tenantId, scope.workspaceId, scope.userId]);
}

/**
 * Sets the scope of a connection in one statement: the role first, so the owner is never in a workspace after a failure.
 * Returns the server process, which reveals whether the connection still has its session.
 */
export const SET_SCOPE = `SELECT set_config('role', $1, false), set_config('aispm.tenant', $2, false),
  set_config('aispm.workspace', $3, false), set_config('aispm.user', $4, false), pg_backend_pid() AS process`;

/** Returns the parameters of {@link SET_SCOPE}. */
export function scopeParameters(scope: Scope | typeof SYSTEM): string[] {
  return scope === SYSTEM ? ['none', '', '', ''] : ['aispm_request', scope.tenantId, scope.workspaceId, scope.userId];
}
