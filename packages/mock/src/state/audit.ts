/** Adds writes, and reads of message content, to the audit log. */
import type { AuditEntry } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import { isJsonObject, isScopeParameter, type JsonObject } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { fillPath } from '../http/router.ts';
import type { StateRequest } from '../requests/state-request.ts';
import { type Collection, listSuccessExamples } from '../sample-data/collections.ts';
import { newId } from './identifiers.ts';
import { formatTime } from './jobs/runs.ts';
import { createEntry } from './records.ts';
import type { Store } from './store.ts';

/** The operation that lists the log. */
const LOG = 'listAuditEntries';
/** The operation that describes the current user. */
const CURRENT_USER = 'getCurrentUser';

/** Adds a successful request to the log, if it is audited. @returns whether it is */
export type Audit = (store: Store, request: StateRequest, output: IHttpResponse) => boolean;

/** Creates the function that adds requests to the log; it does nothing if the contract has no log. */
export function createAudit(
  operations: readonly Operation[],
  collections: ReadonlyMap<string, Collection>,
  isRequestId: (value: string) => boolean,
): Audit {
  const log = collections.get(LOG);
  if (!log) return () => false;
  const user = operations.filter(({ iid }) => iid === CURRENT_USER).flatMap(listSuccessExamples)[0];
  const exampleUser = isJsonObject(user) && typeof user.user_id === 'string' ? user.user_id : null;
  return (store, request, output) => {
    const kind = findKind(request);
    const { workspace, headers, key } = request;
    if (!kind || !workspace) return false;
    const requestId = headers['x-request-id'];
    const id = newId();
    const record: AuditEntry = {
      audit_entry_id: id,
      occurred_at: formatTime(Date.now()),
      kind,
      action: request.operation.iid,
      source: 'api',
      user_id: key?.user_id ?? exampleUser,
      api_key_id: key?.id ?? null,
      // Requests within a page have no remote address.
      remote_address: null,
      request_id: requestId !== undefined && isRequestId(requestId) ? requestId : null,
      object_ids: [
        ...new Set([...listPathIds(request), ...listCreatedIds(request, output), ...listChangedIds(output)]),
      ],
      failure_reason: null,
      count: 1,
    };
    const entries = store.getList(log, fillPath(log.path, { ...workspace }), workspace);
    store.addNewest(entries, createEntry(log, { ...record }, id));
    return true;
  };
}

/** Returns the kind of a request's entry; undefined when the request isn't audited. */
function findKind({ operation, query }: StateRequest): AuditEntry['kind'] | undefined {
  if (operation.method.toLowerCase() !== 'get') return 'write';
  return query.include_content === 'true' ? 'content_read' : undefined;
}

/** Returns the identifiers in the path, except tenant and workspace. */
function listPathIds({ parameters }: StateRequest): string[] {
  return Object.entries(parameters)
    .filter(([name]) => /^(?:id|.+_id)$/.test(name) && !isScopeParameter(name))
    .map(([, id]) => id);
}

/** Returns the identifier of the created record: the end of `Location`, unless that is the path of the request. */
function listCreatedIds({ base, path }: StateRequest, { headers }: IHttpResponse): string[] {
  const location = headers?.Location?.split('?', 1)[0];
  if (location === undefined || location === base + path) return [];
  return [decodeURIComponent(location.slice(location.lastIndexOf('/') + 1))];
}

/** Returns the identifiers of the issues or objects that a batch changed. */
function listChangedIds({ body }: IHttpResponse): string[] {
  const results = isJsonObject(body) && Array.isArray(body.results) ? (body.results as JsonObject[]) : [];
  return results.flatMap(({ status, issue_id, aispm_object_id: id = issue_id }) =>
    status === 'updated' && typeof id === 'string' ? [id] : [],
  );
}
