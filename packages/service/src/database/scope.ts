/** On whose behalf a connection works. */

/** A caller in a workspace. */
export interface Scope {
  tenantId: string;
  workspaceId: string;
  userId: string;
}

/** As the owner of the tables, in no workspace: row-level security does not hold. For keys, queues and migrations only. */
export const SYSTEM = 'system';

/** Tells whether a connection has a scope already. */
export function scopeKey(scope: Scope | typeof SYSTEM): string {
  return scope === SYSTEM ? SYSTEM : JSON.stringify([scope.tenantId, scope.workspaceId, scope.userId]);
}

/** Puts a connection into a scope, in one statement: the role first, so that a failure never leaves the owner in a workspace. */
export const SET_SCOPE = `SELECT set_config('role', $1, false), set_config('aispm.tenant', $2, false),
  set_config('aispm.workspace', $3, false), set_config('aispm.user', $4, false)`;

/** The parameters of {@link SET_SCOPE}. */
export function scopeParameters(scope: Scope | typeof SYSTEM): string[] {
  return scope === SYSTEM ? ['none', '', '', ''] : ['aispm_request', scope.tenantId, scope.workspaceId, scope.userId];
}
