/** How responses are created, and which response a request gets, determined before Prism validates it. */

import type { Schema } from '../bundled/openapi.ts';
import type { SampleValues } from '../contract/sample-values.ts';
import type { Operation } from '../core/contract-types.ts';
import { ApiError, invalidRequestError, JSON_MEDIA_TYPE } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import { decompress, getMaxBodyBytes } from '../http/content-encoding.ts';
import { checkMediaType, parseBody } from '../http/request.ts';
import type { Reader, State } from '../records/state.ts';
import { findLongArrays } from '../requests/array-lengths.ts';
import { type Chaos, listErrorStatuses, type Outcome, type Outcomes } from '../requests/fault-injection.ts';
import {
  invalidPreference,
  type Preferences,
  parsePreferences,
  withoutMockParameters,
} from '../requests/preferences.ts';
import type { DeclaredResponse } from '../requests/responses.ts';
import { findUnsupported } from '../requests/violations.ts';
import type { Auth } from './auth.ts';
import type { ControlTarget } from './control.ts';
import type { OverrideSource } from './overrides.ts';
import type { RequestLog } from './request-log.ts';
import type { OperationRequest, Route } from './route.ts';

/** Responds to a request in place of the mock; `body` is the decoded body. */
export type Forward = (operation: Operation, request: OperationRequest, body: unknown) => Promise<MockResponse>;

/** How responses are created. */
export interface ResponseOptions {
  /** Whether the bodies of successful responses are generated. */
  dynamic: boolean;
  /** Whether results of Prism are cached; false only in the test that compares cached and computed results. */
  useCache: boolean;
  /** Delay before each response, in milliseconds. */
  delayMs: number;
  /** Makes generated bodies repeatable; they are random when undefined. */
  seed: string | undefined;
  /** Identifies callers, and checks what they are allowed to do. */
  auth: Auth;
  /** Reads the records that the mock starts with. */
  reader: Reader;
  /** Returns the reader of generated records, for requests that prefer them; the same seed generates the same records. */
  findReader: (seed: string | undefined) => Reader;
  /** The stored records; undefined for a stateless mock. */
  state: State | undefined;
  /** The faults that are injected into requests to an operation. */
  chaos: ReadonlyMap<Operation, Chaos>;
  /** Determines which requests the faults affect. */
  outcomes: Outcomes;
  /** Responses that replace the mock's responses. */
  overrides: OverrideSource;
  /** Responds in place of the mock; undefined for a mock without a proxy. */
  forward: Forward | undefined;
  /** Records the requests. */
  requestLog: RequestLog;
  /** Finds the target of a control path, outside the base path. */
  control: (path: string) => ControlTarget | undefined;
  /** Sample values for generated bodies. */
  sampleValues: SampleValues;
}

/** The response that a request gets if it is valid. */
export interface ResponsePlan {
  /** The request without the mock's query parameters. */
  request: OperationRequest;
  preferences: Preferences;
  response: DeclaredResponse;
  /** Whether the response is an error because of a preference or chaos. */
  isError: boolean;
  /** Whether the request prefers a status, valid or not, and therefore doesn't need a token. */
  isForced: boolean;
  /** Whether the body is generated. */
  isGenerated: boolean;
  /** Delay before the response, in milliseconds. */
  delayMs: number;
  isDropped: boolean;
  /** The decoded body of the request. */
  body: unknown;
  /** The error for an invalid request, which is thrown after the token has been checked. */
  error: ApiError | undefined;
}

/** Status of the response to a request that created a record. */
export const CREATED = 201;

/** Plans the response to a request. */
export async function planResponse(
  route: Route,
  received: OperationRequest,
  options: ResponseOptions,
): Promise<ResponsePlan> {
  const request = withoutMockParameters(received);
  let preferences: Preferences = {};
  let response = route.responses.success;
  let outcome: Outcome | undefined;
  let body: unknown;
  let error: ApiError | undefined;
  let isMet = false;
  try {
    preferences = parsePreferences(received);
    response = selectResponse(route, preferences, request);
    outcome = decideOutcome(route, preferences, options);
    response = findInjectedError(route, preferences, outcome) ?? response;
    isMet = true;
    // A preferred or injected error is returned even if the request is invalid.
    if (response.status < 400) {
      route.checkHead(request);
      body = await readBody(route, request);
    }
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason;
    error = reason;
  }
  const isError = response.status >= 400;
  return {
    request,
    preferences,
    response,
    isError,
    isForced: !isMet || (error === undefined && preferences.code !== undefined),
    isGenerated: !isError && preferences.example === undefined && (preferences.dynamic ?? options.dynamic),
    delayMs: (preferences.waitMs ?? options.delayMs) + (outcome?.latencyMs ?? 0),
    isDropped: outcome?.isDropped ?? false,
    body,
    error,
  };
}

/**
 * Returns the response that a request prefers. A client that sends `If-None-Match: *` expects to create a record, which
 * always succeeds without state.
 */
function selectResponse(
  { operation, responses }: Route,
  preferences: Preferences,
  { headers }: OperationRequest,
): DeclaredResponse {
  const preferred = responses.prefer(preferences);
  const isNamed = preferences.code !== undefined || preferences.example !== undefined;
  const name = 'if-none-match';
  const isCreation =
    headers[name] === '*' && operation.request?.headers?.some((header) => header.name.toLowerCase() === name);
  return (isCreation && !isNamed && responses.find(CREATED)) || preferred;
}

/** Determines which faults are injected; undefined when there is no chaos. */
function decideOutcome(
  { operation }: Route,
  preferences: Preferences,
  { chaos, outcomes, seed }: ResponseOptions,
): Outcome | undefined {
  const faults = preferences.chaos ?? chaos.get(operation);
  if (!faults) return undefined;
  checkPreferredChaos(operation, preferences, preferences.chaos);
  return outcomes.next(operation, faults, preferences.seed ?? seed);
}

/**
 * Checks that the operation can return the errors that a request selects with chaos.
 *
 * @throws {ApiError} 400 that lists the possible errors
 */
function checkPreferredChaos(operation: Route['operation'], preferences: Preferences, chaos: Chaos | undefined): void {
  const possible = listErrorStatuses(operation);
  const unknown = chaos?.codes?.find((code) => !possible.includes(code));
  if (unknown === undefined) return;
  const expected = `limited to errors that ${operation.iid} can return: ${possible.join(', ')}`;
  throw invalidPreference(preferences, 'chaos', `code=${unknown}`, expected);
}

/** Returns the response for an injected error; undefined when there is none, or when the request prefers a response. */
function findInjectedError(
  { responses }: Route,
  { code, example }: Preferences,
  outcome: Outcome | undefined,
): DeclaredResponse | undefined {
  const isNamed = code !== undefined || example !== undefined;
  return outcome?.errorStatus === undefined || isNamed ? undefined : responses.find(outcome.errorStatus);
}

/**
 * Reads the body and checks what Prism doesn't check.
 *
 * @throws {ApiError} 400, 413 or 415
 */
async function readBody(route: Route, request: OperationRequest): Promise<unknown> {
  const { operation } = route;
  const { headers } = request;
  const declared = (operation.request?.body?.contents ?? []).map(({ mediaType }) => mediaType);
  const hasBody = declared.length > 0;
  const accepted = hasBody ? declared : [JSON_MEDIA_TYPE];
  checkMediaType(request.body, headers['content-type'], accepted);
  const bytes = await decompress(request.body, headers['content-encoding'], getMaxBodyBytes(operation));
  const body = parseBody(bytes, headers['content-type'], accepted);
  // A batch only rejects the items that contain such strings.
  const unsupported = route.rejectsItems ? [] : findUnsupported(body, 'body');
  if (unsupported.length > 0) throw invalidRequestError(unsupported);
  const long = findLongArrays((operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema, body);
  if (long.length > 0) throw invalidRequestError(long);
  return hasBody ? body : undefined;
}
