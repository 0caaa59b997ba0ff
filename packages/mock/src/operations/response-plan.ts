/** How responses are created, and which one a request receives, decided before Prism validates it. */

import type { Schema } from '../bundled/openapi.ts';
import type { SampleValues } from '../contract/sample-values.ts';
import type { Operation } from '../core/contract-types.ts';
import { ApiError, invalidRequestError, JSON_MEDIA_TYPE } from '../core/errors.ts';
import { decompress, getMaxBodyBytes } from '../http/content-encoding.ts';
import { parseBody } from '../http/request.ts';
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

/** How responses are created. */
export interface ResponseOptions {
  /** Whether the bodies of successes are generated. */
  dynamic: boolean;
  /** Whether results of Prism are cached; false only in the test that compares both. */
  useCache: boolean;
  /** Delay before each response, in milliseconds. */
  delayMs: number;
  /** Makes generated bodies repeatable; they are random when undefined. */
  seed: string | undefined;
  /** Identifies callers, and checks what they may do. */
  auth: Auth;
  /** Reads the records that the mock starts with. */
  reader: Reader;
  /** Returns the reader of generated records, for requests that prefer them; the same seed gives the same records. */
  findReader: (seed: string | undefined) => Reader;
  /** The stored records; nothing is stored when undefined. */
  state: State | undefined;
  /** The faults that are injected into requests to an operation. */
  chaos: ReadonlyMap<Operation, Chaos>;
  /** Decides which requests the faults affect. */
  outcomes: Outcomes;
  /** Responses that replace those of the mock. */
  overrides: OverrideSource;
  /** Records the requests. */
  requestLog: RequestLog;
  /** Finds what a path outside of the base path controls. */
  control: (path: string) => ControlTarget | undefined;
  /** What generated values look like. */
  sampleValues: SampleValues;
}

/** The response that a request receives, provided that it is valid. */
export interface ResponsePlan {
  /** The request without the mock's own query parameters. */
  request: OperationRequest;
  preferences: Preferences;
  response: DeclaredResponse;
  /** Whether the response is an error, by preference or by chaos. */
  isError: boolean;
  /** Whether the request names the status, and so receives the response without a token, too; also when it cannot be met. */
  isForced: boolean;
  /** Whether the body is generated. */
  isGenerated: boolean;
  /** Delay before the response, in milliseconds. */
  delayMs: number;
  isDropped: boolean;
  /** The decoded body of the request. */
  body: unknown;
  /** What is wrong with the request; it is thrown after the token has been checked. */
  error: ApiError | undefined;
}

/** Status of a response that creates a record. */
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
    // A preferred or injected error is returned even when the request is not valid.
    if (response.status < 400) body = await readBody(route, request);
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
 * Returns the response that a request prefers. A client that sends `If-None-Match: *` expects to create a record: without
 * state it does.
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

/** Decides which faults are injected; undefined when there is no chaos. */
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
 * Checks that the operation can return the errors that a request prefers by chaos.
 *
 * @throws {ApiError} 400 with the possible ones
 */
function checkPreferredChaos(operation: Route['operation'], preferences: Preferences, chaos: Chaos | undefined): void {
  const possible = listErrorStatuses(operation);
  const unknown = chaos?.codes?.find((code) => !possible.includes(code));
  if (unknown === undefined) return;
  const expected = `limited to errors that ${operation.iid} can return: ${possible.join(', ')}`;
  throw invalidPreference(preferences, 'chaos', `code=${unknown}`, expected);
}

/** Returns the response for an injected error; undefined when there is none, or when the request names a response. */
function findInjectedError(
  { responses }: Route,
  { code, example }: Preferences,
  outcome: Outcome | undefined,
): DeclaredResponse | undefined {
  const isNamed = code !== undefined || example !== undefined;
  return outcome?.errorStatus === undefined || isNamed ? undefined : responses.find(outcome.errorStatus);
}

/**
 * Reads the body and checks what Prism does not.
 *
 * @throws {ApiError} 400, 413 or 415
 */
async function readBody(route: Route, request: OperationRequest): Promise<unknown> {
  const { operation } = route;
  const { headers } = request;
  const bytes = await decompress(request.body, headers['content-encoding'], getMaxBodyBytes(operation));
  const declared = (operation.request?.body?.contents ?? []).map(({ mediaType }) => mediaType);
  const hasBody = declared.length > 0;
  const body = parseBody(bytes, headers['content-type'], hasBody ? declared : [JSON_MEDIA_TYPE]);
  // A batch only rejects the items with such strings.
  const unsupported = route.rejectsItems ? [] : findUnsupported(body, 'body');
  if (unsupported.length > 0) throw invalidRequestError(unsupported);
  const long = findLongArrays((operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema, body);
  if (long.length > 0) throw invalidRequestError(long);
  route.checkParameters(request);
  return hasBody ? body : undefined;
}
