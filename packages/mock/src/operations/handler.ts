/** The core of the mock: a function from requests to responses, without sockets. */
import { randomUUID } from 'node:crypto';
import { deprecationHeaders, isPercentEncoded } from '../bundled/openapi.ts';
import type { Contract, Operation } from '../core/contract-types.ts';
import { ApiError, ConnectionDropped, methodNotAllowedError } from '../core/errors.ts';
import type { MockRequest, MockResponse } from '../core/exchange.ts';
import { corsHeaders, exposedHeaders, isPreflight, preflightHeaders } from '../http/cors.ts';
import { type ParsedRequest, parseRequest } from '../http/request.ts';
import { createRouter } from '../http/router.ts';
import { CONTRACT_DIGEST, emptyResponse, errorResponse, jsonResponse, REQUEST_ID } from '../http/serialize.ts';
import type { Auth } from './auth.ts';
import { CONTROL_PREFIX } from './control.ts';
import { createErrorResponse, handleOperation } from './operation.ts';
import type { OverrideSource } from './overrides.ts';
import type { ResponseOptions } from './response-plan.ts';
import { listAllowedMethods, prepareRoutes, type Route, toOperationRequest } from './route.ts';

/** Path of the health check, outside the base path. */
const HEALTH_PATH = '/healthz';

/** Response headers that the mock sets in addition to those of the contract. */
const OWN_HEADERS = ['X-Request-Id', 'X-Contract-Digest', 'Allow', 'WWW-Authenticate'];

/** A {@link Handle} that can use overrides other than the mock's. */
export type OverridableHandle = (request: MockRequest, overrides?: OverrideSource) => Promise<MockResponse>;

/**
 * Creates the handler for a contract. It parses a request, routes it, lets its operation handle it (see
 * `operation.ts`), and adds the headers of all responses.
 *
 * @param options apply unless a request prefers otherwise
 */
export function createHandler(contract: Contract, options: ResponseOptions): OverridableHandle {
  const route = createContractRouter(contract, options);
  const exposed = exposedHeaders([...OWN_HEADERS, ...listHeaderNames(contract.operations)]);

  const respond = async (target: Target, request: ParsedRequest, overrides: OverrideSource): Promise<MockResponse> => {
    if ('response' in target) return target.response;
    if (!('route' in target)) throw target.error;
    if ('error' in target) return createErrorResponse(target.error, target.route, options);
    return handleOperation(target.route, toOperationRequest(target.route, request, target.base), {
      ...options,
      overrides,
    });
  };

  return async (received, overrides = options.overrides) => {
    const request = parseRequest(received);
    const time = Date.now();
    const begin = performance.now();
    const target = findTarget(route, request);
    let status: number | undefined;
    try {
      const response = await respond(target, request, overrides).catch((error: unknown) =>
        toErrorResponse(error, request),
      );
      status = response.status;
      const deprecation = 'route' in target ? getDeprecation(target.route.operation) : {};
      return finish(withDeprecation(response, deprecation), request, contract, exposed);
    } finally {
      if (!('response' in target)) {
        const operation = 'base' in target ? target.route.operation.iid : undefined;
        const { method, headers, body } = request;
        const durationMs = performance.now() - begin;
        options.requestLog.add({ time, method, url: received.url, operation, headers, body, status, durationMs });
      }
    }
  };
}

/**
 * The target of a request: an operation of the contract, an error for its path with the headers that an operation of the path
 * declares, or a response of the mock's own endpoints.
 */
type Target =
  | { route: Route; base: string }
  | { error: ApiError; route: Route }
  | { error: unknown }
  | { response: MockResponse | Promise<MockResponse> };

/** Finds the target of a request, or the error if there is none. */
function findTarget(route: (request: ParsedRequest) => Target, request: ParsedRequest): Target {
  try {
    return route(request);
  } catch (error) {
    return { error };
  }
}

/** The options for paths outside the contract. */
type OwnOptions = Pick<ResponseOptions, 'auth' | 'control'>;

/**
 * Creates the function that finds the target of a request.
 *
 * @throws {ApiError} 404 for an unknown path
 */
function createContractRouter(contract: Contract, options: OwnOptions): (request: ParsedRequest) => Target {
  const findMethods = createRouter(prepareRoutes(contract.operations));
  return (request) => {
    const { method, path } = request;
    const base = contract.basePaths.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    const methods = base === undefined ? undefined : findMethods(path.slice(base.length));
    // Paths of the contract take precedence, so that the mock doesn't hide any.
    const own = methods ? undefined : respondItself(request, options);
    if (own) return { response: own };
    if (!isPercentEncoded(path)) {
      throw new ApiError(400, 'malformed_request', `The path ${path} is not percent-encoded UTF-8.`);
    }
    if (isPreflight(request))
      return { response: preflight(request, methods ? listAllowedMethods(methods.keys()) : []) };
    if (base === undefined) {
      const expected = contract.basePaths.join(' or ') || '/';
      throw new ApiError(
        404,
        'not_found',
        `The path ${path} does not exist. All paths of this API start with ${expected}.`,
      );
    }
    if (!methods) throw new ApiError(404, 'not_found', `No route matches ${path}.`);
    const route = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
    if (route) return { route, base };
    const [other] = methods.values();
    const error = methodNotAllowedError(path, method, listAllowedMethods(methods.keys()));
    if (!other) throw error;
    return { error, route: other };
  };
}

/** Returns the headers of a deprecated operation, with their names in lowercase. */
function getDeprecation({ deprecated = false, extensions }: Operation): Record<string, string> {
  const headers = deprecationHeaders({ ...extensions, deprecated });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Replaces the header of Prism, `Deprecation: true`, which no standard defines. */
function withDeprecation({ headers, ...response }: MockResponse, deprecation: Record<string, string>): MockResponse {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'deprecation');
  return { ...response, headers: { ...Object.fromEntries(others), ...deprecation } };
}

/** Adds the headers of all responses, and removes the body of responses to HEAD. */
function finish(
  { status, headers, body, stream }: MockResponse,
  request: ParsedRequest,
  contract: Contract,
  exposed: string,
): MockResponse {
  const requestId = request.headers[REQUEST_ID];
  return {
    status,
    headers: {
      ...corsHeaders(request.headers.origin, exposed),
      [REQUEST_ID]: requestId !== undefined && contract.isRequestId(requestId) ? requestId : randomUUID(),
      [CONTRACT_DIGEST]: contract.digest,
      // Browsers would cache a 410 and show it again even if another response is preferred.
      'cache-control': 'no-store',
      ...headers,
    },
    body: request.method === 'HEAD' ? undefined : body,
    ...(stream && request.method !== 'HEAD' && { stream }),
  };
}

/** Converts an error to a response; rethrows errors that end the request without a response. */
function toErrorResponse(error: unknown, request: ParsedRequest): MockResponse {
  request.signal?.throwIfAborted();
  if (error instanceof ConnectionDropped) throw error;
  if (error instanceof ApiError) return errorResponse(error);
  return errorResponse(new ApiError(500, 'internal_error', `Internal error, a bug in the mock: ${error}`));
}

/** Returns the response for a path of the mock's own endpoints; undefined for other paths. */
function respondItself(request: ParsedRequest, options: OwnOptions): MockResponse | Promise<MockResponse> | undefined {
  const { method, path } = request;
  const control = path.startsWith(CONTROL_PREFIX) ? options.control(path) : undefined;
  if (control && isPreflight(request)) return preflight(request, control.methods);
  try {
    return path === HEALTH_PATH ? health(method, options.auth) : control?.handle(request);
  } catch (error) {
    // Errors of these endpoints are also returned here, so that the request log only contains requests to the API.
    return toErrorResponse(error, request);
  }
}

/** Returns that the mock is running, and which keys it accepts, so that login pages can tell users. */
function health(method: string, { acceptsAnyKey }: Pick<Auth, 'acceptsAnyKey'>): MockResponse {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowedError(HEALTH_PATH, method, ['GET', 'HEAD']);
  return jsonResponse(200, { status: 'ok', mock: { accepts_any_key: acceptsAnyKey } });
}

function preflight(request: ParsedRequest, methods: string[]): MockResponse {
  return emptyResponse(preflightHeaders(request, methods));
}

function listHeaderNames(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ responses, deprecated }) => [
    ...responses.flatMap(({ headers = [] }) => headers.map(({ name }) => name)),
    ...(deprecated ? ['Deprecation', 'Sunset'] : []),
  ]);
}
