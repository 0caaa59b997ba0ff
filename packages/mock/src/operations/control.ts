/** Controls a running mock over HTTP: its records, its overrides and its request log, outside the base path. */

import { unknownParameter } from '../bundled/openapi.ts';
import { parseBearerToken } from '../core/bearer-token.ts';
import type { Operation } from '../core/contract-types.ts';
import { ApiError, invalidRequestError, JSON_MEDIA_TYPE, methodNotAllowedError, SettingError } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import { isPreflight } from '../http/cors.ts';
import { type ParsedRequest, parseBody } from '../http/request.ts';
import { emptyResponse, jsonResponse } from '../http/serialize.ts';
import type { State } from '../records/state.ts';
import { findOperation } from './override-check.ts';
import type { Overrides } from './overrides.ts';
import type { RequestLog } from './request-log.ts';

/** Prefix of the paths of the control API. */
export const CONTROL_PREFIX = '/__mock/';

/** The request header for the token of {@link ControlSettings}. */
const CONTROL_TOKEN = 'x-mock-token';

/** The settings of the control API. */
export interface ControlSettings {
  overrides: Overrides;
  requestLog: RequestLog;
  /** The operations of the contract. */
  operations: readonly Operation[];
  /** The stored records; undefined for a stateless mock. */
  state: State | undefined;
  /** The token that every request must send; undefined if none is required. */
  token: string | undefined;
}

const RESET = `${CONTROL_PREFIX}reset`;
const OVERRIDES = `${CONTROL_PREFIX}overrides`;
const REQUESTS = `${CONTROL_PREFIX}requests`;

/** Handles a request. */
type Handler = (request: ParsedRequest, operation?: Operation) => MockResponse;

/** The methods of a path; `ofOperation` handles requests that the query can restrict to one operation. */
type Methods = Record<string, Handler | { ofOperation: Handler }>;

/** A path of the control API: its methods and its handler. */
export interface ControlTarget {
  /** In uppercase. */
  methods: string[];
  /**
   * Handles the request.
   *
   * @throws {ApiError} 400, 401, 404 or 405
   */
  handle(request: ParsedRequest): MockResponse;
}

/** Returns the function that finds the target of a control path; undefined for other paths. */
export function createControl(settings: ControlSettings): (path: string) => ControlTarget | undefined {
  return (path) => {
    const methods = findMethods(path, settings);
    return (
      methods && {
        methods: Object.keys(methods),
        handle(request) {
          checkToken(request, settings.token);
          const handle = methods[request.method];
          if (!handle) throw methodNotAllowedError(path, request.method, Object.keys(methods));
          if (typeof handle === 'function') {
            checkQuery(request, []);
            return handle(request);
          }
          return handle.ofOperation(request, readOperation(request, settings.operations));
        },
      }
    );
  };
}

function findMethods(path: string, { overrides, requestLog, state }: ControlSettings): Methods | undefined {
  if (path === RESET) return state && { POST: (request) => reset(state, request) };
  if (path === REQUESTS) {
    return {
      GET: { ofOperation: (_, operation) => jsonResponse(200, { items: requestLog.list(operation?.iid) }) },
      DELETE() {
        requestLog.clear();
        return emptyResponse();
      },
    };
  }
  if (path === OVERRIDES) {
    return {
      GET: () => jsonResponse(200, { items: overrides.list() }),
      POST: (request) => addOverride(overrides, request),
      DELETE: {
        ofOperation(_, operation) {
          overrides.remove({ operation });
          return emptyResponse();
        },
      },
    };
  }
  const id = path.startsWith(`${OVERRIDES}/`) ? path.slice(OVERRIDES.length + 1) : undefined;
  if (id === undefined) return undefined;
  return {
    DELETE() {
      if (overrides.remove({ id })) return emptyResponse();
      throw new ApiError(404, 'not_found', `There is no override ${id}. GET ${OVERRIDES} lists the active ones.`);
    },
  };
}

/** Deletes the records of the request's token, or of all tokens if it has none. */
function reset(state: State, { headers: { authorization } }: ParsedRequest): MockResponse {
  state.reset(authorization === undefined ? undefined : parseBearerToken(authorization));
  return emptyResponse();
}

function addOverride(overrides: Overrides, { headers, body }: ParsedRequest): MockResponse {
  const value = parseBody(body, headers['content-type'], [JSON_MEDIA_TYPE]);
  if (typeof value !== 'object' || value === null || !('operation' in value)) {
    const message =
      'The body must be an object with an operation and a status, such as {"operation":"listRules","status":429}.';
    throw new ApiError(400, 'invalid_body', message);
  }
  const { operation, ...response } = value;
  try {
    const { id } = overrides.add(operation, response);
    return jsonResponse(201, { id, ...value }, { location: `${OVERRIDES}/${id}` });
  } catch (error) {
    throw error instanceof SettingError ? new ApiError(400, 'invalid_body', error.message) : error;
  }
}

/**
 * Reads the operation in the query; undefined when there is none.
 *
 * @throws {ApiError} 400
 */
function readOperation(request: ParsedRequest, operations: readonly Operation[]): Operation | undefined {
  checkQuery(request, ['operation']);
  const { operation } = request.query;
  if (operation === undefined) return undefined;
  if (Array.isArray(operation))
    throw invalidRequestError([{ location: 'query/operation', message: 'must occur once' }]);
  try {
    return findOperation(operations, operation);
  } catch (error) {
    throw error instanceof SettingError ? new ApiError(400, 'invalid_parameter', error.message) : error;
  }
}

/** @throws {ApiError} 400 for unknown query parameters: ignoring a misspelled filter would affect more than intended */
function checkQuery({ query }: ParsedRequest, known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const message = unknownParameter(unknown, known);
  throw invalidRequestError([{ location: `query/${unknown}`, message }], 'unknown_parameter');
}

function checkToken(request: ParsedRequest, token: string | undefined): void {
  if (token === undefined || isPreflight(request) || request.headers[CONTROL_TOKEN] === token) return;
  const message = `The mock is protected. Send the header ${CONTROL_TOKEN} with the token that the mock was started with.`;
  throw new ApiError(401, 'missing_api_key', message);
}
