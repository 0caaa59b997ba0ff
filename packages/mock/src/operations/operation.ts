/** Handles requests to an operation. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IHttpResponse } from '@stoplight/prism-http';
import { findUnsupportedParameters, findUnsupportedTimestamps, isPagingParameter } from '../bundled/openapi.ts';
import { isBearerToken, parseBearerToken, unauthorized } from '../core/bearer-token.ts';
import {
  ApiError,
  ConnectionDropped,
  type ErrorDetail,
  invalidRequestError,
  notAcceptableError,
  SettingError,
  unsupportedMediaTypeError,
} from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import { alignFileName } from '../http/format.ts';
import { declaredHeaders, errorResponse, serialize } from '../http/serialize.ts';
import { type PrismRejection, type PrismResult, runPrism, toPrismRequest } from '../prism/prism.ts';
import { assertValidResponse } from '../prism/response-validation.ts';
import type { Reader } from '../records/state.ts';
import { createErrorWithoutExample, type DeclaredResponse } from '../requests/responses.ts';
import type { StateRequest } from '../requests/state-request.ts';
import { describeViolations, type PrismViolation, toDetails } from '../requests/violations.ts';
import { alignEntityTag, checkPreconditions } from '../state/preconditions.ts';
import type { Caller } from './auth.ts';
import type { OverrideValues } from './override-check.ts';
import { createOverrideResponse, toNextResponse } from './override-response.ts';
import type { Respond } from './overrides.ts';
import type { ResponseOptions } from './response-plan.ts';
import { CREATED, planResponse, type ResponsePlan } from './response-plan.ts';
import type { OperationRequest, Route } from './route.ts';

/**
 * Handles a request to an operation: reads its preferences, waits, checks its token, validates it with Prism, takes the response
 * from the state or the example, selects the page and serializes it.
 *
 * @param options apply unless the request prefers otherwise
 */
export async function handleOperation(
  route: Route,
  received: OperationRequest,
  options: ResponseOptions,
): Promise<MockResponse> {
  const planned = await planResponse(route, received, options);
  const error = namesResponse(planned)
    ? undefined
    : options.overrides.takeError(route.operation, planned.request, planned.body);
  if (error) return createOverrideResponse(route, error, received.signal, options.useCache);
  const { plan, end } = beginRequest(route, planned, options);
  try {
    if (plan.delayMs > 0 || plan.isDropped) await applyDelay(plan);
    const forward = findForward(route, plan, options);
    let create: () => MockResponse | Promise<MockResponse>;
    try {
      const caller = identifyCaller(route, plan, options);
      const output = checkResult(route, plan, await validateAndMock(route, plan, options));
      create = forward ?? (() => serializeOutput(plan, selectOutput(route, plan, output, caller, options)));
    } catch (error) {
      // The server decides what is wrong with a request.
      if (forward && error instanceof ApiError) return await forward();
      throw error;
    }
    let own: MockResponse | Promise<MockResponse> | undefined;
    const respond = () => {
      own ??= create();
      return own;
    };
    const createOverride = (values: OverrideValues) =>
      createOverrideResponse(route, values, received.signal, options.useCache);
    const override = await takeOverride(route, plan, options, async (older) =>
      toNextResponse(older ? await createOverride(older) : await respond()),
    );
    return override ? await createOverride(override) : await respond();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return createErrorResponse(error, route, options);
  } finally {
    end();
  }
}

/** Returns the function that forwards a request; undefined without a proxy, and for a response that the request selects. */
function findForward(
  { operation }: Route,
  plan: ResponsePlan,
  { forward }: ResponseOptions,
): (() => Promise<MockResponse>) | undefined {
  const isOwn = plan.isForced || plan.isError || plan.preferences.dynamic !== undefined || namesResponse(plan);
  return forward && !isOwn ? () => forward(operation, plan.request, plan.body) : undefined;
}

/** Serializes an output, with a file name for its format. */
function serializeOutput({ response: { formatParameter } }: ResponsePlan, output: IHttpResponse): MockResponse {
  const response = serialize(output);
  return formatParameter ? { ...response, headers: alignFileName(response.headers, formatParameter) } : response;
}

/** Takes the override that applies to a valid request, unless the request prefers a response. */
async function takeOverride(
  { operation }: Route,
  plan: ResponsePlan,
  { overrides }: ResponseOptions,
  create: Respond,
): Promise<OverrideValues | undefined> {
  if (plan.isError || namesResponse(plan)) return undefined;
  try {
    return await overrides.take(operation, plan.request, plan.body, create);
  } catch (error) {
    throw error instanceof SettingError ? new ApiError(500, 'internal_error', error.message) : error;
  }
}

/** Returns whether a request selects its response with a preference. */
function namesResponse({ preferences }: ResponsePlan): boolean {
  return preferences.code !== undefined || preferences.example !== undefined;
}

/** Registers a request with an `Idempotency-Key` while it is in progress; repeated requests get an error in the meantime. */
function beginRequest(
  route: Route,
  plan: ResponsePlan,
  { state }: ResponseOptions,
): { plan: ResponsePlan; end: () => void } {
  if (!state || plan.error || !isStored(plan)) return { plan, end: () => {} };
  try {
    return { plan, end: state.begin(toStateRequest(route, plan), plan.delayMs) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { plan: { ...plan, error }, end: () => {} };
  }
}

/** Waits for the delay that preferences, options and chaos determine. */
async function applyDelay({ request, delayMs, isDropped }: ResponsePlan): Promise<void> {
  if (delayMs > 0) await sleep(delayMs, undefined, request.signal ? { signal: request.signal } : {});
  if (isDropped) throw new ConnectionDropped('The mock dropped the connection because of chaos.');
}

/** Validates the request and creates the response with Prism. */
function validateAndMock(route: Route, plan: ResponsePlan, options: ResponseOptions): Promise<PrismResult> {
  const { request, preferences, response, body, isError, isGenerated } = plan;
  return runPrism({
    operation: response.operation,
    // Errors are JSON, regardless of what the client accepts.
    request: toPrismRequest(route.operation, request, body, isError ? undefined : findAcceptedMediaTypes(plan)),
    validateRequest: !plan.error && !isError,
    example: preferences.example ?? (isError ? undefined : response.selectExample(request.parameters)),
    generate: isGenerated &&
      !showsExample(route, plan, options) && {
        seed: preferences.seed ?? options.seed,
        sampleValues: options.sampleValues,
      },
    useCache: options.useCache,
  });
}

/** Returns whether the example replaces a generated body. Responses from records only need its headers. */
function showsExample({ operation }: Route, plan: ResponsePlan, options: ResponseOptions): boolean {
  const reader = findReader(plan, options);
  const isPreferred = plan.preferences.dynamic !== undefined || plan.preferences.seed !== undefined;
  return reader !== undefined && (reader.isKnown(operation) || (!isPreferred && reader.isOfExamples(operation)));
}

/** Returns the value to use as the client's `Accept`. Without the format parameter, a named example exists in each format. */
function findAcceptedMediaTypes({ request, preferences, response }: ResponsePlan): string | undefined {
  const { formatParameter } = response;
  const { query, headers } = request;
  if (!formatParameter || (preferences.example !== undefined && query[formatParameter.name] === undefined)) {
    return headers.accept;
  }
  return formatParameter.findMediaType(query);
}

/**
 * Checks the token of a request, and what it allows.
 *
 * @returns the caller; undefined when the response doesn't require a token
 * @throws {ApiError} 401 or 403
 */
function identifyCaller(route: Route, plan: ResponsePlan, { auth }: ResponseOptions): Caller | undefined {
  if (skipsTokenCheck(plan)) return undefined;
  const { authorization } = plan.request.headers;
  if (!isBearerToken(authorization)) throw unauthorized(authorization);
  const caller = auth.identify(parseBearerToken(authorization));
  auth.check(caller, route.operation, plan.request);
  return caller;
}

/** Returns whether a response doesn't require a token: a preferred error, or a success if no tokens are checked. */
function skipsTokenCheck({ isForced, isError, request }: ResponsePlan): boolean {
  return isForced && (isError || request.headers.authorization === undefined);
}

/** Checks everything but the token, and returns Prism's response. @throws {ApiError} when the request is invalid */
function checkResult(route: Route, plan: ResponsePlan, result: PrismResult): IHttpResponse {
  if (plan.error) throw plan.error;
  const invalid = plan.isError ? [] : route.findInvalidValues(plan.request);
  if (invalid.length > 0 && result.rejection?.status !== 422) throw invalidRequestError(selectFirstPart(invalid));
  if (result.rejection) throw toApiError(result.rejection, route, plan, invalid);
  if (!plan.isError) checkParameters(route, plan.request);
  if (plan.isError && plan.response.examples.length === 0) throw createErrorWithoutExample(plan.response);
  return result.output;
}

/** Rejects parameters with unsupported strings. The pager rejects cursors. */
function checkParameters({ timestamps }: Route, { parameters, query }: OperationRequest): void {
  const others = Object.entries(query).filter(([name]) => !isPagingParameter(name));
  const details = toDetails({
    ...findUnsupportedParameters(parameters, 'path'),
    ...findUnsupportedParameters(Object.fromEntries(others), 'query'),
    ...findUnsupportedTimestamps(query, timestamps, 'query'),
  });
  if (details.length > 0) throw invalidRequestError(details);
}

/** The parts of a request, in the order in which the service validates them. */
const PARTS = ['path', 'body', 'query', 'header'];

/** Returns the violations of the first invalid part of a request. */
function selectFirstPart(details: readonly ErrorDetail[]): ErrorDetail[] {
  const ofPart = (part: string) => details.filter(({ location }) => location.split('/', 1)[0] === part);
  return PARTS.map(ofPart).find(({ length }) => length > 0) ?? [...details];
}

/**
 * Converts a rejection by Prism to the statuses and messages of the contract.
 *
 * @param invalid violations of parameters that Prism doesn't report
 */
function toApiError(
  rejection: PrismRejection,
  { operation }: Route,
  plan: ResponsePlan,
  invalid: readonly ErrorDetail[],
): ApiError {
  const { request, body, response } = plan;
  const accept = request.headers.accept ?? '';
  switch (rejection.status) {
    case 422: {
      const violations = (rejection.additional?.validation ?? []) as PrismViolation[];
      const described = describeViolations(violations, operation, request, body);
      const others = described.filter(({ location }) => !invalid.some((one) => one.location === location));
      return invalidRequestError(selectFirstPart([...invalid, ...others]));
    }
    case 415: {
      const accepted = (operation.request?.body?.contents ?? []).map(({ mediaType }) => mediaType);
      return unsupportedMediaTypeError(request.headers['content-type'] ?? '', accepted);
    }
    case 406:
      return notAcceptableError(accept, listMediaTypes(response));
    case 404:
      return new ApiError(406, 'not_acceptable', `The example that Prefer selects is not available as "${accept}".`);
    case 500:
      return new ApiError(500, 'internal_error', rejection.detail);
    default:
      throw rejection;
  }
}

function listMediaTypes({ operation }: DeclaredResponse): string[] {
  return (operation.responses[0]?.contents ?? []).map(({ mediaType }) => mediaType);
}

/**
 * Returns the output to send: errors, generated bodies and named examples unchanged, otherwise the page of the stored records
 * or, without stored records, of the example.
 */
function selectOutput(
  route: Route,
  plan: ResponsePlan,
  mocked: IHttpResponse,
  caller: Caller | undefined,
  options: ResponseOptions,
): IHttpResponse {
  const { auth } = options;
  const { request, preferences, response, isError, isGenerated } = plan;
  const output = alignEntityTag(mocked);
  if (isError) return output;
  const selection = caller ? auth.selectionQuery(caller, route.operation, request) : '';
  const stateRequest = {
    ...toStateRequest(route, plan),
    ...(caller && { token: caller.owner, key: caller.key, workspaces: caller.workspaces, selection }),
    workspace: auth.findWorkspace(caller, route.operation, request),
  };
  if (preferences.example !== undefined) return options.reader.locate(stateRequest, output);
  const described = isStored(plan) && caller && auth.describe(caller, route.operation);
  if (described) return { ...output, body: described };
  const reader = findReader(plan, options);
  const stored = reader?.respond(stateRequest, output);
  if (!stored && preferences.code === undefined) {
    // Without state, every record exists, in its version and those of the examples, until a request creates it.
    const { headers } = stateRequest;
    const isConditional = headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
    const own = isConditional ? (reader?.findEntityTag(stateRequest) ?? []) : [];
    checkPreconditions(stateRequest, response.status === CREATED ? [] : [...route.entityTags, own].flat());
    route.checkRules(plan.body);
  }
  if (isGenerated && !stored) return options.reader.locate(stateRequest, output);
  const complete = stored ?? options.reader.locate(stateRequest, output);
  const page = route.pager ? route.pager(complete, request) : complete;
  if (stored) assertValidResponse(route.operation, page);
  return page;
}

/** Returns the state that responds; undefined when the response doesn't depend on records. */
function findReader(plan: ResponsePlan, { reader, findReader: find, dynamic }: ResponseOptions): Reader | undefined {
  const { preferences, isError, isGenerated } = plan;
  if (isError || preferences.example !== undefined || preferences.code !== undefined) return undefined;
  if (dynamic && !isGenerated) return undefined;
  const isOther = isGenerated && (!dynamic || preferences.seed !== undefined);
  return isOther ? find(preferences.seed) : reader;
}

/** Returns whether a response depends on stored records: it is neither an error, nor generated, nor preferred. */
function isStored({ preferences, isError, isGenerated }: ResponsePlan): boolean {
  return !isError && !isGenerated && preferences.example === undefined && preferences.code === undefined;
}

function toStateRequest({ operation, checkRules }: Route, { request, body }: ResponsePlan): StateRequest {
  const { base, path, parameters, query, headers } = request;
  const token = parseBearerToken(headers.authorization);
  return {
    operation,
    base,
    path,
    parameters,
    query,
    headers,
    body,
    checkRules,
    token,
    key: undefined,
    workspaces: undefined,
    workspace: undefined,
    selection: '',
  };
}

/** Creates the response for an error, with the headers that the contract declares for it. */
export async function createErrorResponse(
  error: ApiError,
  { responses }: Route,
  { useCache }: ResponseOptions,
): Promise<MockResponse> {
  const response = errorResponse(error);
  const declared = responses.find(error.status, error.reason);
  if (!declared) return response;
  const result = await runPrism({
    operation: declared.operation,
    request: { method: 'get', url: { path: declared.operation.path } },
    validateRequest: false,
    example: undefined,
    generate: false,
    useCache,
  });
  if (result.rejection) return response;
  return { ...response, headers: { ...declaredHeaders(result.output.headers ?? {}), ...response.headers } };
}
