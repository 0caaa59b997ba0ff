/** Checks the access of a caller, and determines the scope of a request. */
import { includesAccess, insufficientAccess, SCOPE_PARAMETERS } from '@aispm/openapi';
import type { ErrorReason } from '@aispm/types';
import { ACCESS_LEVELS } from '../../contract/contract.ts';
import type { Scope } from '../../database/scope.ts';
import { type Caller, workspaceKey } from '../../keys/authenticator.ts';
import { ApiError, invalidRequest } from '../errors/errors.ts';

/** Returns the 401 for a request without a valid key. */
export function unauthorized(reason: ErrorReason, message: string): ApiError {
  return new ApiError(401, reason, message, {}, { 'www-authenticate': 'Bearer' });
}

/**
 * Checks that a caller may use an operation.
 *
 * @throws {ApiError} 403 if the key's access is too low
 */
export function checkAccess({ access }: Caller, required: string): void {
  if (includesAccess(ACCESS_LEVELS, access, required)) return;
  throw new ApiError(403, 'insufficient_access', insufficientAccess(access));
}

/** The parameters that select a workspace: in the path, or in the query if the operation declares them. */
export interface WorkspaceParameters {
  tenant_id?: unknown;
  workspace_id?: unknown;
}

/**
 * Returns the scope of a request: the workspace that its parameters select, otherwise the key's default workspace.
 *
 * @throws {ApiError} 403 if the key doesn't grant access to it, 400 if only one of the two is set
 */
export function resolveScope(caller: Caller, { tenant_id, workspace_id }: WorkspaceParameters): Scope {
  const { userId, keyId } = caller;
  if (tenant_id === undefined && workspace_id === undefined) {
    if (!caller.default) throw new ApiError(403, 'workspace_access_denied', 'The API key has no default workspace.');
    return { ...caller.default, userId, keyId };
  }
  const [tenantId, workspaceId] = [getId('tenant_id', tenant_id), getId('workspace_id', workspace_id)];
  if (!caller.workspaces.has(workspaceKey(tenantId, workspaceId))) {
    throw new ApiError(403, 'workspace_access_denied', 'The API key grants no access to this tenant or workspace.');
  }
  return { tenantId, workspaceId, userId, keyId };
}

/** Returns the value of a parameter that another one requires. */
function getId(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const others = SCOPE_PARAMETERS.filter((other) => other !== name).join();
  const message = value === undefined ? `is required with ${others}` : 'must be sent once';
  throw invalidRequest('invalid_parameter', { [`query/${name}`]: message });
}

/**
 * Returns the query that selects the same workspace as the request, for paths in responses; empty if the request doesn't select
 * one.
 */
export function selectionQuery({ tenant_id, workspace_id }: WorkspaceParameters): string {
  if (tenant_id === undefined || workspace_id === undefined) return '';
  return `?${new URLSearchParams({ tenant_id: String(tenant_id), workspace_id: String(workspace_id) })}`;
}
