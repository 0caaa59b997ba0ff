/** Responds from stored records. Prism has validated the request before, and validates the response afterwards. */

import type { ApiKey } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import type { JsonObject } from '../bundled/openapi.ts';
import { validateOutput } from '../bundled/prism.ts';
import type { Operation } from '../contract-types.ts';
import { ACTION_HANDLERS } from './actions/index.ts';
import { useKey } from './api-keys.ts';
import { findActions } from './collections.ts';
import { createContext } from './context.ts';
import { getIdempotencyKey, RequestsInProgress, replayOrRespond } from './idempotency.ts';
import { getRowSelector, getRows } from './selection.ts';
import type { StateRequest } from './state-request.ts';
import { deleteOldest, Store } from './store.ts';

/** The state of a mock. */
export interface State {
  /**
   * Responds from the records of the request's token, and changes them as the request demands.
   *
   * @param example Prism's output without state: the source of headers, and of the properties of a new record that the
   *   request does not set
   * @returns undefined when the operation has nothing to do with stored records
   * @throws {ApiError} 404, 409, 412, 422 or 429
   */
  respond(request: StateRequest, example: IHttpResponse): IHttpResponse | undefined;
  /**
   * Registers a request before its delay, so that a repetition with its `Idempotency-Key` is refused meanwhile.
   *
   * @returns the function to call at its end
   * @throws {ApiError} 409 or 422
   */
  begin(request: StateRequest, delayMs: number): () => void;
  /**
   * Finds an API key that a request has created.
   *
   * @returns its record, without one when it was deleted, and the token of that request; undefined for any other token
   */
  findKey(token: string): { owner: string; key: ApiKey | undefined } | undefined;
  /** Deletes what is stored: for one token, or for all of them. */
  reset(token?: string): void;
}

/** Maximum number of tokens whose records are stored; the oldest are deleted. */
const MAX_TOKENS = 1_000;

/** Creates the state of a contract. */
export function createState(operations: readonly Operation[]): State {
  const actions = findActions(operations);
  const stores = new Map<string, Store>();
  const inProgress = new RequestsInProgress();
  const getStore = (token: string) => {
    const store = stores.get(token) ?? new Store();
    if (!stores.has(token) && stores.size >= MAX_TOKENS) deleteOldest(stores);
    stores.set(token, store);
    return store;
  };
  return {
    respond(request, example) {
      const action = actions.get(request.operation);
      if (!action && getIdempotencyKey(request) === undefined) return selectFromExample(request, example);
      const store = getStore(request.token);
      return replayOrRespond(store, request, () =>
        action
          ? ACTION_HANDLERS[action.name](createContext(action.collection, store, request, example))
          : selectFromExample(request, example),
      );
    },
    findKey(token) {
      for (const [owner, { keys }] of stores) if (keys.has(token)) return { owner, key: useKey(keys.get(token)) };
      return undefined;
    },
    begin: (request, delayMs) => inProgress.begin(request, delayMs),
    reset(token) {
      if (token === undefined) stores.clear();
      else stores.delete(token);
    },
  };
}

/** Selects rows of the example of a list that no operation changes. */
function selectFromExample({ operation, query }: StateRequest, example: IHttpResponse): IHttpResponse | undefined {
  const rows = operation.method.toLowerCase() === 'get' ? getRows(example.body) : undefined;
  if (!rows) return undefined;
  const items = getRowSelector(operation)(rows, query, undefined);
  return { ...example, body: { ...(example.body as JsonObject), items } };
}

/**
 * Lets Prism validate a response.
 *
 * @throws {Error} when it does not meet the contract
 */
export function assertValidResponse(resource: Operation, element: IHttpResponse): void {
  const result = validateOutput({ resource, element });
  if (result._tag === 'Left') {
    const [{ path = [], message }] = result.left;
    throw new Error(`its response does not meet the contract: ${path.join('/')} ${message}`);
  }
}
