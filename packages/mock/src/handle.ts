/** The mock itself: one function from request to response, without sockets. */
import { randomUUID } from 'node:crypto';
import { tokenOf } from './auth.js';
import type { Contract, Operation } from './contract.js';
import { corsHeaders, exposedHeaders, isPreflight, preflightHeaders } from './cors.js';
import { ApiError, ConnectionDropped } from './errors.js';
import type { Handle, MockResponse } from './exchange.js';
import { type AnswerOptions, answerOperation, createRoute, type Route } from './operation.js';
import { type ParsedRequest, parseRequest } from './request.js';
import { CONTRACT_DIGEST, errorResponse, jsonResponse, REQUEST_ID } from './response.js';
import { createRouter, type Match } from './router.js';
import type { State } from './state/state.js';

/** Where the mock says that it is up; outside of the base path. */
const HEALTH_PATH = '/healthz';

/** Where what was stored is forgotten; outside of the base path. */
const RESET_PATH = '/__mock/reset';

/**
 * Makes the handler of a contract.
 *
 * @param options hold for requests that do not prefer otherwise
 */
export function createHandler(contract: Contract, options: AnswerOptions): Handle {
  const findPath = createRouter(contract.operations.map(createRoute));
  const own = ['X-Request-Id', 'X-Contract-Digest', 'Allow', 'WWW-Authenticate'];
  const exposed = exposedHeaders([...own, ...headerNames(contract.operations)]);

  const respond = async (request: ParsedRequest): Promise<MockResponse> => {
    const { method, path } = request;
    if (path === HEALTH_PATH) return health(method);
    if (path === RESET_PATH && options.state) return reset(options.state, request);
    const base = contract.basePaths.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    const match = base === undefined ? undefined : findPath(path.slice(base.length));
    if (isPreflight(request)) {
      return { status: 204, headers: preflightHeaders(request, match ? allowedMethods(match) : []), body: undefined };
    }
    if (base === undefined) {
      const start = contract.basePaths.join(' or ');
      throw new ApiError(404, `There is nothing at ${path}; every path of this API starts with ${start || '/'}.`);
    }
    if (!match) throw new ApiError(404, `The API has no path ${path}.`);
    const route = match.methods.get(method) ?? (method === 'HEAD' ? match.methods.get('GET') : undefined);
    if (!route) throw methodNotAllowed(path, method, allowedMethods(match));
    return answerOperation(route, { ...request, base, path: path.slice(base.length) }, options);
  };

  return async (original) => {
    const request = parseRequest(original);
    const sentId = request.headers[REQUEST_ID];
    const id = sentId !== undefined && contract.isRequestId(sentId) ? sentId : randomUUID();
    const { status, headers, body } = await respond(request).catch((error: unknown) => {
      request.signal?.throwIfAborted();
      if (error instanceof ConnectionDropped) throw error;
      if (error instanceof ApiError) return errorResponse(error);
      return errorResponse(new ApiError(500, `The mock failed, which is a bug in the mock: ${error}`));
    });
    return {
      status,
      headers: {
        ...corsHeaders(request.headers.origin, exposed),
        // Browsers would keep a 410 and show it again when another answer is preferred.
        'cache-control': 'no-store',
        ...headers,
        [REQUEST_ID]: id,
        [CONTRACT_DIGEST]: contract.digest,
      },
      body: request.method === 'HEAD' ? undefined : body,
    };
  };
}

function health(method: string): MockResponse {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(HEALTH_PATH, method, ['GET', 'HEAD']);
  return jsonResponse(200, { status: 'ok' });
}

/** Starts over: for the token of the request, or for all tokens when it has none. */
function reset(state: State, request: ParsedRequest): MockResponse {
  if (isPreflight(request)) return { status: 204, headers: preflightHeaders(request, ['POST']), body: undefined };
  if (request.method !== 'POST') throw methodNotAllowed(RESET_PATH, request.method, ['POST']);
  const { authorization } = request.headers;
  state.reset(authorization === undefined ? undefined : tokenOf(authorization));
  return { status: 204, headers: {}, body: undefined };
}

function methodNotAllowed(path: string, method: string, allowed: string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError(405, `${path} does not take ${method}, only ${allow}.`, { headers: { allow } });
}

/** The methods of a path; HEAD comes with GET. */
function allowedMethods({ methods }: Match<Route>): string[] {
  const names = [...methods.keys()];
  return names.includes('GET') && !names.includes('HEAD') ? [...names, 'HEAD'] : names;
}

function headerNames(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ responses, deprecated }) => [
    ...responses.flatMap(({ headers = [] }) => headers.map(({ name }) => name)),
    ...(deprecated ? ['Deprecation'] : []),
  ]);
}
