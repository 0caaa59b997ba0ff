/** Says which requests the audit log contains, and what it says of them. */
import type { AuditEntry } from '@aispm/types';
import type { AuditedEvent } from '../audit/audit-log.ts';
import type { Operation } from '../contract/contract.ts';
import type { Scope } from '../database/scope.ts';

/** The parameter of operations that return message content. */
const CONTENT_PARAMETER = 'include_content';

/** What the log says of a request. */
interface AuditedRequest {
  scope: Scope;
  path: object;
  url: string;
  requestId: string;
  remoteAddress: string;
}

/** What the log says of a response. */
interface AuditedResponse {
  headers?: Record<string, string>;
  affected?: readonly string[];
}

/** Returns what a request is for the audit log: every write, and reads of message content. Undefined for other reads. */
export function findAuditKind(
  { method }: Pick<Operation, 'method'>,
  query: Record<string, unknown>,
): AuditEntry['kind'] | undefined {
  if (method !== 'GET') return 'write';
  return query[CONTENT_PARAMETER] === true ? 'content_read' : undefined;
}

/** Describes a request that has succeeded. */
export function describeRequest(
  { operationId }: Operation,
  kind: AuditEntry['kind'],
  { scope, path, url, requestId, remoteAddress }: AuditedRequest,
  { headers = {}, affected = [] }: AuditedResponse,
): AuditedEvent {
  return {
    kind,
    action: operationId,
    source: 'api',
    user_id: scope.userId,
    api_key_id: scope.keyId ?? null,
    remote_address: remoteAddress || null,
    request_id: requestId,
    object_ids: [...new Set([...findPathIds(path), ...findCreatedId(headers.location, url), ...affected])],
  };
}

/** Returns the identifier in a path, besides those of tenant and workspace; of client storage, that of the application. */
function findPathIds(path: object): string[] {
  return Object.entries(path)
    .filter(([name]) => /^(?:id|.+_id)$/.test(name) && !['tenant_id', 'workspace_id'].includes(name))
    .map(([, id]) => String(id));
}

/** Returns the identifier of what a request has created: the end of the `Location`, unless that is the path of the request. */
function findCreatedId(location: string | undefined, url: string): string[] {
  const path = location?.split('?', 1)[0];
  return path === undefined || path === url ? [] : [decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))];
}
