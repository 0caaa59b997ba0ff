import type { IHttpResponse } from '@stoplight/prism-http';
import { changeOwners, type OwnerChanges } from '../../bundled/domain.ts';
import { type JsonObject, matchesEntityTag } from '../../bundled/openapi.ts';
import { ApiError, invalidRequestError } from '../../core/errors.ts';
import { listItemTimestamps } from '../../requests/request-rules.ts';
import { findUnsupported } from '../../requests/violations.ts';
import { NODE_LISTS } from '../../sample-data/counts.ts';
import type { Entry } from '../../sample-data/entry.ts';
import { type ActionContext, getOtherList } from '../../state/context.ts';
import { computeEntityTag } from '../../state/preconditions.ts';
import { changeRecord, checkSize } from '../../state/records.ts';
import { findTransitionError } from '../../state/transitions.ts';

/** What a batch changes. */
interface Batch {
  context: ActionContext;
  /** The property of an update with the identifier of its record. */
  idField: string;
  /** Returns the context of the list that contains a record; undefined when there is no such record. */
  find: (id: string) => ActionContext | undefined;
}

/** Changes several records of a list, each completely or not at all. */
export function changeAll(context: ActionContext): IHttpResponse {
  const { collection, entries } = context;
  return changeEach({ context, idField: collection.idField, find: (id) => (entries.get(id) ? context : undefined) });
}

/** Changes labels and owners of several objects of any type, of each one completely or not at all. */
export function changeObjects(context: ActionContext): IHttpResponse {
  const { store, request } = context;
  const workspace = request.workspace && store.getWorkspace(request.workspace);
  const lists = NODE_LISTS.flatMap((list) => {
    const collection = workspace?.findCollection(list);
    return collection ? [{ ...context, collection, entries: getOtherList(collection, context) }] : [];
  });
  const find = (id: string) => lists.find(({ entries }) => entries.get(id));
  return changeEach({ context, idField: 'aispm_object_id', find });
}

function changeEach({ context, idField, find }: Batch): IHttpResponse {
  const { example, request } = context;
  const { updates } = request.body as { updates: JsonObject[] };
  const seen = new Set<unknown>();
  const timestamps = listItemTimestamps(request.operation);
  const results = updates.map((item, index) => {
    const { [idField]: id, if_match: precondition, ...properties } = item;
    const location = `body/updates/${index}`;
    const update = { id: String(id), precondition, properties, location, timestamps };
    const outcome = seen.has(id) ? createRepetitionError(`${location}/${idField}`) : makeUpdate(update, find);
    seen.add(id);
    const isRejected = outcome instanceof ApiError;
    const etag = isRejected ? null : outcome;
    const status = isRejected ? 'rejected' : 'updated';
    return { index, [idField]: id, status, etag, ...(isRejected && { error: outcome.body }) };
  });
  const rejected = results.filter(({ status }) => status === 'rejected').length;
  const body = { updated_count: results.length - rejected, rejected_count: rejected, results };
  return { ...example, body };
}

function createRepetitionError(location: string): ApiError {
  const details = [{ location, message: 'occurs in an earlier update' }];
  return new ApiError(422, 'duplicate_key', 'A batch can update each record only once.', { details });
}

/** One update of a batch. */
interface Update {
  id: string;
  precondition: unknown;
  properties: JsonObject;
  /** Where it is, such as `body/updates/0`. */
  location: string;
  /** The names of its properties that are timestamps. */
  timestamps: readonly string[];
}

/** Makes an update. @returns the new entity tag, or why it isn't possible */
function makeUpdate({ id, precondition, properties, location, timestamps }: Update, find: Batch['find']) {
  const unsupported = findUnsupported(properties, location, timestamps);
  if (unsupported.length > 0) return invalidRequestError(unsupported);
  const context = find(id);
  const entry = context?.entries.get(id);
  if (!context || !entry) return new ApiError(404, 'not_found', `The record "${id}" does not exist.`);
  if (typeof precondition === 'string' && !matchesEntityTag(precondition, computeEntityTag(entry)))
    return new ApiError(412, 'precondition_failed', 'The record has changed. Read it again.');
  const { collection, request, store } = context;
  const workspace = request.workspace && store.getWorkspace(request.workspace);
  const error = findTransitionError(entry, properties, collection, location, workspace);
  if (error) return error;
  try {
    changeRecord(entry, resolveOwners(entry, properties, context), context);
    return computeEntityTag(entry);
  } catch (thrown) {
    if (thrown instanceof ApiError) return moveDetails(thrown, location);
    throw thrown;
  }
}

/**
 * Replaces the owners that an update adds and removes by all owners after it.
 *
 * @throws {ApiError} 422 when there would be too many
 */
function resolveOwners({ record }: Entry, update: JsonObject, { collection }: ActionContext): JsonObject {
  const { owners, add_owners, remove_owners, ...others } = update;
  if (!Array.isArray(record.owners)) return update;
  const changed = changeOwners(record.owners as string[], { owners, add_owners, remove_owners } as OwnerChanges);
  checkSize(changed, collection.schema.properties?.owners, { name: 'owners', field: 'add_owners' });
  return { ...others, ...(changed && { owners: changed }) };
}

/** Returns an error whose details point into a batch. */
function moveDetails({ status, reason, message, options }: ApiError, location: string): ApiError {
  const details = options.details?.map((detail) => ({
    ...detail,
    location: detail.location.replace(/^body/, location),
  }));
  return new ApiError(status, reason, message, { ...options, ...(details && { details }) });
}
