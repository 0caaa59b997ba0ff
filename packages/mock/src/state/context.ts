/** The context that action handlers share. */
import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../bundled/openapi.ts';
import { ApiError } from '../core/errors.ts';
import { fillPath } from '../http/router.ts';
import type { StateRequest } from '../requests/state-request.ts';
import type { Collection } from '../sample-data/collections.ts';
import { type Entry, ownRecord } from '../sample-data/entry.ts';
import type { RecordList } from '../sample-data/record-list.ts';
import type { ListRows } from './jobs/exports.ts';
import { hasEnded, summarizeRuns } from './jobs/runs.ts';
import { computeEntityTag } from './preconditions.ts';
import { describePrevious } from './previous-secret.ts';
import type { Store } from './store.ts';

/** The context of an action handler. */
export interface ActionContext {
  collection: Collection;
  store: Store;
  request: StateRequest;
  /** Prism's output without state. */
  example: IHttpResponse;
  /** Path of the list, with the values of the request. */
  listPath: string;
  /** The records of the list by id, in order. */
  entries: RecordList;
  /** Id of the request's record; empty when there is none. */
  id: string;
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** Lists the rows of another list of the workspace. */
  listRows: ListRows;
}

/** Creates the context of an action, with all records of the list in their current state. */
export function createContext(
  collection: Collection,
  store: Store,
  request: StateRequest,
  example: IHttpResponse,
  listRows: ListRows,
): ActionContext {
  const now = Date.now();
  const listPath = fillPath(collection.path, request.parameters);
  const entries = store.getList(collection, listPath + request.selection, request.workspace);
  const id = request.parameters[collection.parameter] ?? '';
  return { collection, store, request, example, listPath, entries, id, now, listRows };
}

/**
 * Returns the request's record, for reading.
 *
 * @throws {ApiError} 404
 */
export function getEntry({ entries, id }: ActionContext): Entry {
  const entry = entries.get(id);
  if (!entry) throw new ApiError(404, 'not_found', `The record "${id}" does not exist.`);
  return entry;
}

/**
 * Returns the request's record, for changing it.
 *
 * @throws {ApiError} 404
 */
export function ownEntry(context: ActionContext): Entry {
  return ownRecord(getEntry(context));
}

/** Returns a record for clients, with a summary of its runs. */
export function presentEntry(context: ActionContext, { id, record }: Entry): JsonObject {
  return { ...record, ...summarizeRuns(record, listRuns(context, id)), ...describePrevious(record, context.now) };
}

/**
 * Checks that a record can be changed.
 *
 * @throws {ApiError} 403 when it is built in
 */
export function checkWritable({ record }: Entry): void {
  if (record.is_builtin === true) {
    throw new ApiError(403, 'builtin_evaluation', 'Built-in evaluations cannot be changed or deleted.');
  }
}

/** Returns the records of another collection in the workspace of a request. */
export function getOtherList(collection: Collection, { store, request }: ActionContext): RecordList {
  return store.getList(collection, fillPath(collection.path, request.parameters), request.workspace);
}

/** Returns whether records of another collection refer to a record. */
export function isUsed(context: ActionContext, { id }: Entry): boolean {
  const { users } = context.collection;
  return (
    users !== undefined &&
    getOtherList(users, context)
      .values()
      .some(({ record }) => record.evaluation_id === id)
  );
}

/** Returns whether a record has a run that has not ended. */
export function hasActiveRun(context: ActionContext, { id }: Entry): boolean {
  const { runs } = context.collection;
  if (!runs) return false;
  return getOtherList(runs, context)
    .values()
    .some(({ record }) => record.agent_evaluation_id === id && !hasEnded(record));
}

/** Lists the runs of a record that were started or stopped since the last reset, oldest first. */
function listRuns(context: ActionContext, id: string): JsonObject[] {
  const { runs } = context.collection;
  if (!runs) return [];
  return [...getOtherList(runs, context).timed]
    .map(({ record }) => record)
    .filter(({ agent_evaluation_id }) => agent_evaluation_id === id)
    .sort((a, b) => Date.parse(String(a.created_at)) - Date.parse(String(b.created_at)));
}

/** Returns the headers of the example, with `Retry-After` only while a job is active. */
export function withPollingHint({ headers }: IHttpResponse, isActive: boolean): Record<string, string> {
  const { 'Retry-After': retryAfter, ...others } = (headers ?? {}) as Record<string, string>;
  return { ...others, ...(isActive && retryAfter !== undefined && { 'Retry-After': retryAfter }) };
}

/**
 * Creates a response with a record.
 *
 * @param options.status the status; default: the example's
 * @param options.body the body; default: the record for clients
 */
export function createRecordResponse(
  context: ActionContext,
  entry: Entry,
  options: { status?: number; body?: JsonObject } = {},
): IHttpResponse {
  const { status = context.example.statusCode } = options;
  return {
    statusCode: status,
    headers: createHeaders(context, status, entry),
    body: options.body ?? presentEntry(context, entry),
  };
}

/** Returns the headers of the example; `ETag` and `Retry-After` describe the record instead. */
function createHeaders(
  { request: { operation }, example }: ActionContext,
  status: number,
  entry: Entry,
): Record<string, string> {
  const { headers: declared = [] } = operation.responses.find(({ code }) => code === String(status)) ?? {};
  const isTagged = declared.some(({ name }) => name === 'ETag');
  return {
    // A run that has ended doesn't have to be polled again.
    ...withPollingHint(example, entry.record.finished_at === null),
    ...(isTagged && { ETag: computeEntityTag(entry) }),
  };
}
