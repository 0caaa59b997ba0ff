/** Who asks, and for which workspace. */
import type { Scope } from '../database/scope.ts';
import { type Caller, type Callers, reachKey } from '../keys/callers.ts';
import { ApiError } from './errors.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer' };

/**
 * The caller that the header `Authorization` names.
 *
 * @throws {ApiError} 401 without a header of the form `Bearer <API_KEY>`, or when the key is unknown, revoked or has expired;
 *   which of these it is, it does not say
 */
export async function authenticate(callers: Callers, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) {
    throw new ApiError(401, 'Send your API key in the header "Authorization: Bearer <API_KEY>".', {}, CHALLENGE);
  }
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined) {
    throw new ApiError(401, 'The header Authorization does not have the form "Bearer <API_KEY>".', {}, CHALLENGE);
  }
  const caller = await callers.find(key);
  if (!caller) throw new ApiError(401, 'The API key is not valid.', {}, CHALLENGE);
  return caller;
}

/**
 * The workspace that a request works in: that of its path, otherwise the default one of the key.
 *
 * @throws {ApiError} 403 when the key does not reach it
 */
export function scopeOf(caller: Caller, path: { tenant_id?: string; workspace_id?: string }): Scope {
  const { tenant_id: tenantId, workspace_id: workspaceId } = path;
  if (tenantId !== undefined && workspaceId !== undefined) {
    if (!caller.reach.has(reachKey(tenantId, workspaceId))) {
      throw new ApiError(403, 'The API key does not reach this tenant or workspace.');
    }
    return { tenantId, workspaceId, userId: caller.userId };
  }
  if (!caller.default) throw new ApiError(403, 'The API key has no default workspace.');
  return { ...caller.default, userId: caller.userId };
}
