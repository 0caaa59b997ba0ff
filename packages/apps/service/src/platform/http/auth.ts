/** Finds the caller of a request, and its scope. */
import { INVALID_TOKEN, MALFORMED_TOKEN, MISSING_TOKEN } from '@aispm/openapi';
import type { ErrorReason } from '@aispm/types';
import type { Scope } from '../database/scope.ts';
import { type Caller, type Callers, workspaceKey } from '../keys/callers.ts';
import { ApiError } from './errors.ts';

/**
 * Returns the caller that the header `Authorization` identifies.
 *
 * @throws {ApiError} 401 when there is none
 */
export async function authenticate(callers: Callers, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) throw unauthorized('missing_api_key', MISSING_TOKEN);
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined) throw unauthorized('invalid_api_key', MALFORMED_TOKEN);
  const caller = await callers.find(key);
  if (!caller) throw unauthorized('invalid_api_key', INVALID_TOKEN);
  return caller;
}

function unauthorized(reason: ErrorReason, message: string): ApiError {
  return new ApiError(401, reason, message, {}, { 'www-authenticate': 'Bearer' });
}

/**
 * Returns the scope of a request: the workspace of its path, otherwise the default workspace of the key.
 *
 * @throws {ApiError} 403 when the key does not grant access to it
 */
export function resolveScope(caller: Caller, path: { tenant_id?: string; workspace_id?: string }): Scope {
  const { tenant_id: tenantId, workspace_id: workspaceId } = path;
  if (tenantId !== undefined && workspaceId !== undefined) {
    if (!caller.workspaces.has(workspaceKey(tenantId, workspaceId))) {
      throw new ApiError(403, 'workspace_access_denied', 'The API key grants no access to this tenant or workspace.');
    }
    return { tenantId, workspaceId, userId: caller.userId };
  }
  if (!caller.default) throw new ApiError(403, 'workspace_access_denied', 'The API key has no default workspace.');
  return { ...caller.default, userId: caller.userId };
}
