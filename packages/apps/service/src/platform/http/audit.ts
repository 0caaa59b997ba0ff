/** Determines which requests the audit log contains, and their entries. */
import type { AuditEntry } from '@aispm/types';
import type { AuditedEvent } from '../audit/audit-log.ts';
import type { Operation } from '../contract/contract.ts';
import type { Scope } from '../database/scope.ts';

/** The parameter of operations that return message content. */
const CONTENT_PARAMETER = 'include_content';

/** The parts of a request in the log. */
interface AuditedRequest {
  scope: Scope;
  path: object;
  url: string;
  requestId: string;
  remoteAddress: string;
}

/** The parts of a response in the log. */
interface AuditedResponse {
  headers?: Record<string, string>;
  affected?: readonly string[];
}

/** Returns how the audit log classifies a request: every write, and reads of message content. Undefined for other reads. */
export function findAuditKind(
  { method }: Pick<Operation, 'method'>,
  query: Record<string, unknown>,
): AuditEntry['kind'] | undefined {
  if (method !== 'GET') return 'write';
  return query[CONTENT_PARAMETER] === true ? 'content_read' : undefined;
}

/** Describes a successful request. */
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

/** Returns the identifier in a path, other than the tenant and workspace; for client storage, the application's. */
function findPathIds(path: object): string[] {
  return Object.entries(path)
    .filter(([name]) => /^(?:id|.+_id)$/.test(name) && !['tenant_id', 'workspace_id'].includes(name))
    .map(([, id]) => String(id));
}

/** Returns the identifier of the record that a request created: the end of `Location`, unless it's the request's path. */
function findCreatedId(location: string | undefined, url: string): string[] {
  const path = location?.split('?', 1)[0];
  return path === undefined || path === url ? [] : [decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))];
}
