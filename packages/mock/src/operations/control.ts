/** Controls a running mock over HTTP: its records, overrides, faults and request log, outside the base path. */

import { isJsonObject, type JsonObject, unknownParameter } from '../bundled/openapi.ts';
import { parseBearerToken } from '../core/bearer-token.ts';
import type { Operation } from '../core/contract-types.ts';
import { ApiError, invalidRequestError, JSON_MEDIA_TYPE, methodNotAllowedError, SettingError } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import { isPreflight } from '../http/cors.ts';
import { type ParsedRequest, parseBody } from '../http/request.ts';
import { emptyResponse, jsonResponse } from '../http/serialize.ts';
import type { State } from '../records/state.ts';
import type { MockData } from '../sample-data/data-types.ts';
import type { EventOptions, SendEvent } from '../sample-data/event-types.ts';
import type { MockSnapshot } from '../state/sources/mock-snapshot.ts';
import { asRejection, findDataMethods, toRejection } from './control-data.ts';
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
  /** The records that programs read and change. */
  data: MockData;
  /** Captures and restores the state. */
  snapshots: Snapshots;
  /** The faults that are injected. */
  chaos: ChaosSetting;
  /** Sends events to webhooks. */
  sendEvent: SendEvent;
  /** Starts over with the records of other options; undefined if the host of the mock can't. */
  restart: Restart | undefined;
  /** The token that every request must send; undefined if none is required. */
  token: string | undefined;
}

/** Captures and restores the state of a mock. */
export interface Snapshots {
  capture(): MockSnapshot;
  /** @throws {SettingError} when the value isn't a snapshot of this mock */
  restore(snapshot: unknown): void;
}

/** The faults that are injected into requests. */
export interface ChaosSetting {
  /** The faults, as the command and `createMock` accept them. */
  list(): readonly string[];
  /** @throws {SettingError} when they are malformed; then nothing changes */
  replace(rules: readonly string[]): void;
}

/**
 * Starts over with other records.
 *
 * @param options of {@link RESTART_OPTIONS}; all others stay the same
 * @throws {SettingError} when they are invalid; then nothing changes
 */
export type Restart = (options: JsonObject) => Promise<void>;

/** The options that determine the records of a mock. */
const RESTART_OPTIONS = ['scenario', 'dynamic', 'rows', 'seed', 'now'];

const RESET = `${CONTROL_PREFIX}reset`;
const DATA = `${CONTROL_PREFIX}data`;
const SNAPSHOT = `${CONTROL_PREFIX}snapshot`;
const SCENARIO = `${CONTROL_PREFIX}scenario`;
const CHAOS = `${CONTROL_PREFIX}chaos`;
const EVENTS = `${CONTROL_PREFIX}events`;
const OVERRIDES = `${CONTROL_PREFIX}overrides`;
const REQUESTS = `${CONTROL_PREFIX}requests`;

/** Handles a request. */
type Handler = (request: ParsedRequest, operation?: Operation) => MockResponse | Promise<MockResponse>;

/**
 * The methods of a path; `ofOperation` handles requests that the query can restrict to one operation, and `withQuery` checks the
 * query itself.
 */
type Methods = Record<string, Handler | { ofOperation: Handler } | { withQuery: Handler }>;

/** A path of the control API: its methods and its handler. */
export interface ControlTarget {
  /** In uppercase. */
  methods: string[];
  /**
   * Handles the request.
   *
   * @throws {ApiError} 400, 401, 404 or 405
   */
  handle(request: ParsedRequest): MockResponse | Promise<MockResponse>;
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
          if ('withQuery' in handle) return handle.withQuery(request);
          return handle.ofOperation(request, readOperation(request, settings.operations));
        },
      }
    );
  };
}

function findMethods(path: string, settings: ControlSettings): Methods | undefined {
  const { overrides, requestLog, state, data, snapshots, chaos, sendEvent, restart } = settings;
  if (path === RESET) return state && { POST: (request) => reset(state, request) };
  if (path.startsWith(`${DATA}/`)) {
    const methods = findDataMethods(DATA, path.slice(DATA.length), data);
    if (!methods) return undefined;
    const handlers = Object.entries(methods).map(([method, handle]): [string, { withQuery: Handler }] => [
      method,
      { withQuery: (request) => handle(request, readJson(request)) },
    ]);
    return Object.fromEntries(handlers);
  }
  if (path === SNAPSHOT) {
    return {
      GET: () => jsonResponse(200, snapshots.capture()),
      PUT(request) {
        asRejection(() => snapshots.restore(readJson(request)));
        return emptyResponse();
      },
    };
  }
  if (path === CHAOS) {
    return {
      GET: () => jsonResponse(200, { chaos: chaos.list() }),
      PUT(request) {
        const rules = readChaos(readJson(request));
        asRejection(() => chaos.replace(rules));
        return emptyResponse();
      },
    };
  }
  if (path === EVENTS) return { POST: (request) => send(sendEvent, readJson(request)) };
  if (path === SCENARIO) return restart && { PUT: (request) => startOver(restart, readJson(request)) };
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

/** Returns the JSON body of a request; undefined when there is none. @throws {ApiError} 400 or 415 */
function readJson({ headers, body }: ParsedRequest): unknown {
  return parseBody(body, headers['content-type'], [JSON_MEDIA_TYPE]);
}

function readChaos(body: unknown): string[] {
  const { chaos, ...others } = isJsonObject(body) ? body : {};
  const rules = [chaos ?? []].flat();
  const isValid = isJsonObject(body) && rules.every((rule) => typeof rule === 'string');
  if (isValid && Object.keys(others).length === 0) return rules as string[];
  const message = 'The body must be an object with chaos, a string or an array, such as {"chaos":["error=20%"]}.';
  throw new ApiError(400, 'invalid_body', message);
}

async function send(sendEvent: SendEvent, body: unknown): Promise<MockResponse> {
  const { type, ...options } = isJsonObject(body) ? body : {};
  if (typeof type !== 'string') {
    const message = 'The body must be an object with type, such as {"type":"issue.opened"}.';
    throw new ApiError(400, 'invalid_body', message);
  }
  const items = await sendEvent(type, options as EventOptions).catch((error: unknown) => {
    throw toRejection(error);
  });
  return jsonResponse(200, { items });
}

async function startOver(restart: Restart, body: unknown): Promise<MockResponse> {
  const names = isJsonObject(body) ? Object.keys(body) : [];
  if (!isJsonObject(body) || names.some((name) => !RESTART_OPTIONS.includes(name))) {
    const message = `The body must be an object with ${RESTART_OPTIONS.join(', ')}, such as {"scenario":"at-risk"}.`;
    throw new ApiError(400, 'invalid_body', message);
  }
  await restart(body).catch((error: unknown) => {
    throw toRejection(error);
  });
  return emptyResponse();
}

function addOverride(overrides: Overrides, request: ParsedRequest): MockResponse {
  const value = readJson(request);
  const { id } = asRejection(() => overrides.addEntry(value));
  return jsonResponse(201, { id, ...(value as JsonObject) }, { location: `${OVERRIDES}/${id}` });
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
