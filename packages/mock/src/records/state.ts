/** Responds from records. Prism validates the request before, and the response afterwards. */

import type { ApiKey } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import { isPagingParameter, isScopeParameter, type JsonObject } from '../bundled/openapi.ts';
import type { Contract, Operation, OperationId } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import { encodeSegment, fillPath } from '../http/router.ts';
import type { StateRequest } from '../requests/state-request.ts';
import { type Action, findActions } from '../sample-data/collections.ts';
import { isGeneratedList, type Source } from '../sample-data/source.ts';
import { useKey } from '../state/api-keys.ts';
import { createAudit } from '../state/audit.ts';
import { createContext } from '../state/context.ts';
import { DERIVATIONS, EDGE_STARTS, STARTS } from '../state/derived.ts';
import { getIdempotencyKey, RequestsInProgress, replayOrRespond } from '../state/idempotency.ts';
import type { ListRows } from '../state/jobs/exports.ts';
import { computeEntityTag } from '../state/preconditions.ts';
import type { Store } from '../state/store.ts';
import type { Stores } from '../state/stores.ts';
import { ACTION_HANDLERS } from './actions/index.ts';
import { withLocation } from './location.ts';

/** Responds to reads. */
export interface Reader {
  /**
   * Responds from the records of the request's token.
   *
   * @param example Prism's output without state: the source of headers
   * @returns undefined when the operation isn't about records; the same object for the same request, until a record
   *   changes
   * @throws {ApiError} 400, 404
   */
  respond(request: StateRequest, example: IHttpResponse): IHttpResponse | undefined;
  /** Returns whether the response to an operation depends on records. */
  isKnown(operation: Operation): boolean;
  /** Returns whether an operation changes records that are never generated, such as views. */
  isOfExamples(operation: Operation): boolean;
  /** Returns the entity tag of a request's record; undefined when there is none. */
  findEntityTag(request: StateRequest): string | undefined;
  /** Sets the `Location` of an example, if its operation declares one. */
  locate(request: StateRequest, example: IHttpResponse): IHttpResponse;
}

/** The state of a mock. */
export interface State extends Reader {
  /**
   * Responds from the records of the request's token, and applies the request's changes.
   *
   * @param example Prism's output without state: the source of headers, and of the properties of a new record that the
   *   request does not set
   * @returns undefined when the operation isn't about stored records
   * @throws {ApiError} 400, 404, 409, 412, 422 or 429
   */
  respond(request: StateRequest, example: IHttpResponse): IHttpResponse | undefined;
  /**
   * Registers a request before its delay, so that a repeated request with its `Idempotency-Key` is rejected in the meantime.
   *
   * @returns the function to call at its end
   * @throws {ApiError} 409 or 422
   */
  begin(request: StateRequest, delayMs: number): () => void;
  /**
   * Finds an API key that a request created.
   *
   * @returns the key's record, unless it was deleted, and the token of that request; undefined for any other token
   */
  findKey(token: string): { owner: string; key: ApiKey | undefined } | undefined;
  /** Deletes the stored records of one token, or of all tokens. */
  reset(token?: string): void;
}

/** Maximum number of responses that are cached until a record changes; beyond it, all of them are deleted. */
const MAX_RESPONSES = 500;

/** Creates the state of a contract. */
export function createState(
  { operations, isRequestId }: Pick<Contract, 'operations' | 'isRequestId'>,
  stores: Stores,
): State {
  const respondTo = createResponder(operations, stores.source);
  const audit = createAudit(operations, stores.source.collections, isRequestId);
  const inProgress = new RequestsInProgress();
  return {
    isKnown: respondTo.isKnown,
    isOfExamples: respondTo.isOfExamples,
    locate: respondTo.locate,
    findEntityTag: (request) => respondTo.findEntityTag(stores.of(request.token), request),
    respond(request, example) {
      const store = stores.of(request.token);
      if (!respondTo.isKnown(request.operation) && getIdempotencyKey(request) === undefined) return undefined;
      store.settle();
      store.advance(Date.now());
      let hasChanged = !isRead(request.operation);
      try {
        return replayOrRespond(store, request, () => {
          const output = respondTo(store, request, example);
          if (output && audit(store, request, output)) hasChanged = true;
          store.logChanges(Date.now());
          return output;
        });
      } finally {
        if (hasChanged) stores.notify();
      }
    },
    findKey(token) {
      for (const [owner, store] of stores.entries()) {
        if (!store.keys.has(token)) continue;
        store.version++;
        return { owner, key: useKey(store, token) };
      }
      return undefined;
    },
    begin: (request, delayMs) => inProgress.begin(request, delayMs),
    reset: (token) => stores.reset(token),
  };
}

/**
 * Creates the reader of records that never change. They are the same for every token. Unknown identifiers aren't
 * rejected: for edges, and for all operations if records are generated, the first object is used; otherwise the example is.
 */
export function createReader(operations: readonly Operation[], stores: Stores): Reader {
  const { source } = stores;
  const respondTo = createResponder(operations, source);
  return {
    isKnown: (operation) => isRead(operation) && respondTo.isKnown(operation),
    isOfExamples: (operation) => !isRead(operation) && respondTo.isOfExamples(operation),
    locate: respondTo.locate,
    findEntityTag: (request) => respondTo.findEntityTag(stores.base, request),
    respond(request, example) {
      const { operation, workspace } = request;
      if (!isRead(operation) || !respondTo.isKnown(operation)) return undefined;
      const store = stores.base;
      store.settle();
      const find = (parameters: StateRequest['parameters'], path: string) =>
        orUnknown(() => respondTo(store, { ...request, parameters, path }, example));
      const found = find(request.parameters, request.path);
      if (found !== UNKNOWN) return found;
      const start =
        (source.isGenerated ? STARTS : EDGE_STARTS)[operation.iid] ??
        (source.isGenerated && respondTo.findList(operation));
      const [first] = start && workspace ? store.getWorkspace(workspace).listEntries(start) : [];
      const parameter = listPathParameters(operation.path).find((name) => !isScopeParameter(name));
      if (!first || parameter === undefined) return undefined;
      const path = request.path.replace(encodeSegment(request.parameters[parameter] ?? ''), encodeSegment(first.id));
      const other = find({ ...request.parameters, [parameter]: first.id }, path);
      return other === UNKNOWN ? undefined : other;
    },
  };
}

/** Marks a response about a nonexistent record. */
const UNKNOWN = Symbol('unknown');

/** Returns a response, or {@link UNKNOWN} if its record doesn't exist. */
function orUnknown<Response>(respond: () => Response): Response | typeof UNKNOWN {
  try {
    return respond();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return UNKNOWN;
    throw error;
  }
}

/** Lists the names of the parameters of a path. */
function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

function isRead({ method }: Operation): boolean {
  return method.toLowerCase() === 'get';
}

/** Responds from the records of a store. */
interface Responder {
  (store: Store, request: StateRequest, example: IHttpResponse): IHttpResponse | undefined;
  /** Returns whether the response to an operation depends on records. */
  isKnown(operation: Operation): boolean;
  /** Returns whether an operation is about records that are never generated. */
  isOfExamples(operation: Operation): boolean;
  /** Returns the entity tag of a request's record; undefined when there is none. */
  findEntityTag(store: Store, request: StateRequest): string | undefined;
  /** Sets the `Location` of an example, if its operation declares one. */
  locate(request: StateRequest, example: IHttpResponse): IHttpResponse;
  /** Returns the operation that lists the records that an operation reads. */
  findList(operation: Operation): OperationId | undefined;
}

/** Operations that depend on the current time, so that their responses aren't cached. */
const DEPENDS_ON_TIME = new Set<OperationId>(['getAispmDashboard', 'getIssueHistogram']);

/** Actions whose responses only change when a record changes. */
const KEPT_ACTIONS = new Set(['list', 'read', 'listHistory', 'listGroups']);

function createResponder(operations: readonly Operation[], source: Source): Responder {
  const actions = findActions(operations, [...source.collections.values()]);
  const byName = new Map<string, Operation>(operations.map((operation) => [operation.iid, operation]));
  const responses = new WeakMap<Store, { version: number; outputs: Map<string, IHttpResponse> }>();

  const compute = (store: Store, request: StateRequest, example: IHttpResponse): IHttpResponse | undefined => {
    const { operation, parameters, query, workspace } = request;
    const derive = DERIVATIONS[operation.iid];
    if (derive && workspace) {
      const derived = derive(store.getWorkspace(workspace), { operation, parameters, query, operations: byName });
      return { ...example, body: { ...getPaging(example.body), ...derived } };
    }
    const action = actions.get(operation);
    if (!action) return undefined;
    const listRows: ListRows = (operationId, filters) => readRows(store, request, operationId, filters);
    const output = ACTION_HANDLERS[action.name](createContext(action.collection, store, request, example, listRows));
    return output && withLocation(action, request, output);
  };

  /** Lists the rows of a list in the request's workspace; rows of a table become objects. */
  const readRows = (store: Store, request: StateRequest, operationId: OperationId, query: StateRequest['query']) => {
    const operation = byName.get(operationId);
    const { workspace } = request;
    if (!operation || !workspace) return [];
    const path = fillPath(operation.path, workspace);
    const listed = { ...request, operation, path, parameters: { ...workspace }, query, selection: '' };
    const { body } = compute(store, listed, { statusCode: 200, body: {} }) ?? {};
    const { items, header, rows } = (body ?? {}) as { items?: JsonObject[]; header?: string[]; rows?: unknown[][] };
    return items ?? rows?.map((row) => Object.fromEntries(row.map((cell, index) => [header?.[index], cell]))) ?? [];
  };

  const respond = (store: Store, request: StateRequest, example: IHttpResponse) => {
    if (!isRead(request.operation)) {
      const output = compute(store, request, example);
      store.version++;
      return output;
    }
    if (!isKept(request.operation, actions.get(request.operation))) return compute(store, request, example);
    const known = responses.get(store);
    const cached = known?.version === store.version ? known : { version: store.version, outputs: new Map() };
    responses.set(store, cached);
    const key = formatKey(request);
    const output = cached.outputs.get(key) ?? compute(store, request, example);
    if (output === undefined) return undefined;
    if (cached.outputs.size >= MAX_RESPONSES) cached.outputs.clear();
    cached.outputs.set(key, output);
    return output;
  };
  return Object.assign(respond, {
    locate(request: StateRequest, example: IHttpResponse) {
      const action = isRead(request.operation) ? undefined : actions.get(request.operation);
      return action ? withLocation(action, request, example) : example;
    },
    findList: (operation: Operation) => actions.get(operation)?.collection.list.iid,
    isOfExamples(operation: Operation) {
      const { path } = actions.get(operation)?.collection ?? {};
      return source.isGenerated && path !== undefined && !isGeneratedList(path);
    },
    findEntityTag(store: Store, request: StateRequest) {
      const action = actions.get(request.operation);
      if (!action) return undefined;
      store.settle();
      const { entries, id } = createContext(action.collection, store, request, { statusCode: 200 }, () => []);
      const entry = entries.get(id);
      return entry && computeEntityTag(entry);
    },
    isKnown: (operation: Operation) => actions.has(operation) || operation.iid in DERIVATIONS,
  });
}

function isKept({ iid }: Operation, action: Action | undefined): boolean {
  return action ? KEPT_ACTIONS.has(action.name) : !DEPENDS_ON_TIME.has(iid);
}

/** Identifies what a request reads, before its page is selected. */
function formatKey({ operation, path, query, selection, workspace }: StateRequest): string {
  const filters = Object.entries(query).filter(([name]) => !isPagingParameter(name));
  return JSON.stringify([operation.path, path, filters, selection, workspace]);
}

/** Returns the properties that describe a page. */
function getPaging(body: unknown): JsonObject {
  const { cursor, page_size } = body as JsonObject;
  return { ...(cursor !== undefined && { cursor }), ...(page_size !== undefined && { page_size }) };
}
