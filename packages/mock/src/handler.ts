/** The mock itself: a function from requests to responses, without sockets. */
import { randomUUID } from 'node:crypto';
import { parseBearerToken } from './bearer-token.ts';
import type { Contract, Operation } from './contract-types.ts';
import { corsHeaders, exposedHeaders, isPreflight, preflightHeaders } from './cors.ts';
import { ApiError, ConnectionDropped } from './errors.ts';
import type { Handle, MockResponse } from './exchange.ts';
import { createErrorResponse, handleOperation } from './operation.ts';
import { type ParsedRequest, parseRequest } from './request.ts';
import type { ResponseOptions } from './response-options.ts';
import { createRoutes, listAllowedMethods, type Route, toOperationRequest } from './route.ts';
import { createRouter } from './router.ts';
import { CONTRACT_DIGEST, emptyResponse, errorResponse, jsonResponse, REQUEST_ID } from './serialize.ts';
import type { State } from './state/state.ts';

/** Path that reports that the mock is up, outside of the base path. */
const HEALTH_PATH = '/healthz';

/** Path that deletes stored records, outside of the base path. */
const RESET_PATH = '/__mock/reset';

/** Response headers that the mock sets in addition to those of the contract. */
const OWN_HEADERS = ['X-Request-Id', 'X-Contract-Digest', 'Allow', 'WWW-Authenticate'];

/**
 * Creates the handler of a contract. A request passes these steps: it is parsed, routed, handled by its operation (see
 * `operation.ts`), and its response receives the headers that all responses have.
 *
 * @param options apply where a request does not prefer otherwise
 */
export function createHandler(contract: Contract, options: ResponseOptions): Handle {
  const route = createContractRouter(contract, options.state);
  const exposed = exposedHeaders([...OWN_HEADERS, ...listHeaderNames(contract.operations)]);

  const respond = async (request: ParsedRequest): Promise<MockResponse> => {
    const target = route(request);
    if ('response' in target) return target.response;
    if ('error' in target) return createErrorResponse(target.error, target.route, options);
    return handleOperation(target.route, toOperationRequest(target.route, request, target.base), options);
  };

  return async (received) => {
    const request = parseRequest(received);
    const response = await respond(request).catch((error: unknown) => toErrorResponse(error, request));
    return finish(response, request, contract, exposed);
  };
}

/**
 * Where a request leads: to an operation of the contract, to an error for its path, which has the headers that an operation
 * of the path declares, or to a response of the mock itself.
 */
type Target = { route: Route; base: string } | { error: ApiError; route: Route } | { response: MockResponse };

/**
 * Creates the function that finds the target of a request.
 *
 * @throws {ApiError} 404 for an unknown path
 */
function createContractRouter(contract: Contract, state: State | undefined): (request: ParsedRequest) => Target {
  const findMethods = createRouter(createRoutes(contract.operations));
  return (request) => {
    const { method, path } = request;
    if (path === HEALTH_PATH) return { response: health(method) };
    if (path === RESET_PATH && state) return { response: reset(state, request) };
    const base = contract.basePaths.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    const methods = base === undefined ? undefined : findMethods(path.slice(base.length));
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
    if (!methods) throw new ApiError(404, 'not_found', `The API has no path ${path}.`);
    const route = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
    if (route) return { route, base };
    const [other] = methods.values();
    const error = methodNotAllowed(path, method, listAllowedMethods(methods.keys()));
    if (!other) throw error;
    return { error, route: other };
  };
}

/** Adds the headers that all responses have; the response to HEAD loses its body. */
function finish(
  { status, headers, body }: MockResponse,
  request: ParsedRequest,
  contract: Contract,
  exposed: string,
): MockResponse {
  const requestId = request.headers[REQUEST_ID];
  return {
    status,
    headers: {
      ...corsHeaders(request.headers.origin, exposed),
      // Browsers would cache a 410 and show it again although another response is preferred.
      'cache-control': 'no-store',
      ...headers,
      [REQUEST_ID]: requestId !== undefined && contract.isRequestId(requestId) ? requestId : randomUUID(),
      [CONTRACT_DIGEST]: contract.digest,
    },
    body: request.method === 'HEAD' ? undefined : body,
  };
}

/** Converts an error to a response; throws the one that ends the request without a response. */
function toErrorResponse(error: unknown, request: ParsedRequest): MockResponse {
  request.signal?.throwIfAborted();
  if (error instanceof ConnectionDropped) throw error;
  if (error instanceof ApiError) return errorResponse(error);
  return errorResponse(new ApiError(500, 'internal_error', `The mock failed, which is a bug in the mock: ${error}`));
}

function health(method: string): MockResponse {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(HEALTH_PATH, method, ['GET', 'HEAD']);
  return jsonResponse(200, { status: 'ok' });
}

/** Deletes the records of the token of the request, or of all tokens when it has none. */
function reset(state: State, request: ParsedRequest): MockResponse {
  if (isPreflight(request)) return preflight(request, ['POST']);
  if (request.method !== 'POST') throw methodNotAllowed(RESET_PATH, request.method, ['POST']);
  const { authorization } = request.headers;
  state.reset(authorization === undefined ? undefined : parseBearerToken(authorization));
  return emptyResponse();
}

function preflight(request: ParsedRequest, methods: string[]): MockResponse {
  return emptyResponse(preflightHeaders(request, methods));
}

function methodNotAllowed(path: string, method: string, allowed: string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError(405, 'method_not_allowed', `${path} does not support ${method}, only ${allow}.`, {
    headers: { allow },
  });
}

function listHeaderNames(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ responses, deprecated }) => [
    ...responses.flatMap(({ headers = [] }) => headers.map(({ name }) => name)),
    ...(deprecated ? ['Deprecation'] : []),
  ]);
}
