/** Registers the operations of the contract with the server, each with its handler. */
import { METHODS } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { BASE_PATH, OPERATIONS, type Operation, ROUTES } from '../contract/contract.ts';
import type { Scope } from '../database/scope.ts';
import { Authenticator } from '../keys/authenticator.ts';
import type { Services } from '../services/services.ts';
import { checkAccept } from './accept.ts';
import { checkAccess, resolveScope, type WorkspaceParameters } from './access/auth.ts';
import { type Authenticate, createAuthentication } from './access/authentication.ts';
import { findClientAddress, toClientNetwork } from './access/client-address.ts';
import type { CountRequest } from './access/rate-limit.ts';
import { createHeadCheck, listParameterNames } from './check-head.ts';
import { createTimestampCheck } from './check-timestamps.ts';
import { ApiError, invalidRequest } from './errors/errors.ts';
import { type AnyRequest, type AnyResponse, executeOperation } from './execute-operation.ts';
import type { Handlers } from './operation.ts';
import { unknownPath } from './pages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known. */
    scope: Scope | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** Adds a route for each operation. */
export function addOperations(
  server: FastifyInstance,
  handlers: Handlers,
  services: Services,
  countRequest: CountRequest,
): void {
  server.decorateRequest('scope', undefined);
  const authenticate = createAuthentication(new Authenticator(services.database, services.clock.now), services);
  const checkAccess = createAccessCheck(authenticate, countRequest);
  for (const { operationId, method, url, schema } of ROUTES) {
    const operation = OPERATIONS.get(operationId) as Operation;
    const checkHead = createHeadCheck(operation);
    server.route({
      method,
      url: `${BASE_PATH}${url}`,
      schema,
      config: { operation },
      // Before the body is read.
      onRequest: async (request, reply) => {
        reply.headers(operation.deprecation);
        checkPath(request);
        await checkAccess(request, reply);
        checkHead(request);
      },
      ...(operation.requiresBody && { preValidation: requireBody }),
      handler: createRouteHandler(operation, handlers, services),
    });
  }
}

/** @throws {ApiError} 404 if the path has an empty segment, which no parameter matches */
function checkPath(request: FastifyRequest): void {
  if (Object.values(request.params as object).includes('')) throw unknownPath(request);
}

/** Returns a function that authenticates and authorizes a request. */
function createAccessCheck(authenticate: Authenticate, countRequest: CountRequest) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const operation = request.routeOptions.config.operation as Operation;
    const caller = await authenticate(request, reply);
    const { keyId, userId } = caller;
    request.log = reply.log = request.log.child({ keyId, userId });
    await countRequest(request, reply, { key: keyId, whose: 'of this API key' });
    checkAccess(caller, operation.access);
    request.scope = resolveScope(caller, findWorkspaceParameters(request, operation));
    if (operation.returnsJson) checkAccept(request.headers.accept, operation.mediaTypes);
  };
}

/** Returns the parameters that select the workspace of a request. */
function findWorkspaceParameters(
  { params, query }: FastifyRequest,
  { hasSelectableWorkspace }: Operation,
): WorkspaceParameters {
  return (hasSelectableWorkspace ? query : params) as WorkspaceParameters;
}

const requireBody: preValidationHookHandler = (request, _, done) => {
  done(request.body === undefined ? invalidRequest('invalid_body', { body: 'is required' }) : undefined);
};

function createRouteHandler(operation: Operation, handlers: Handlers, { database, ...shared }: Services) {
  const { operationId } = operation;
  const handler = handlers[operationId] as (request: AnyRequest) => Promise<AnyResponse>;
  const pickQuery = createParameterFilter(operation, 'query');
  const pickHeaders = createParameterFilter(operation, 'header');
  const checkTimestamps = createTimestampCheck(operation);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    checkTimestamps(request.query, request.body);
    const parts = {
      path: request.params as object,
      query: pickQuery(request.query as object),
      headers: pickHeaders(request.headers),
      body: request.body,
      url: request.url.split('?', 1)[0] ?? '',
      scope: request.scope as Scope,
      requestId: request.id,
      remoteAddress: findClientAddress(request),
      services: shared,
    };
    const { status, headers = {}, body } = await executeOperation(operation, handler, database, parts);
    reply.code(status).headers(headers);
    if (body === undefined) return reply.send();
    if (isTextOrStream(body)) return reply.send(typeof body === 'string' ? body : Readable.from(body));
    reply.type('application/json');
    // Fastify sends it. If the reply was returned instead, Fastify would monitor the connection.
    return body;
  };
}

/** Returns a function that picks the declared parameters, so handlers never see others. */
function createParameterFilter(operation: Operation, location: 'query' | 'header'): (sent: object) => object {
  const names = listParameterNames(operation, location);
  const declared = new Set(location === 'header' ? names.map((name) => name.toLowerCase()) : names);
  return (sent) => Object.fromEntries(Object.entries(sent).filter(([name]) => declared.has(name)));
}

/** Returns whether a body isn't JSON: the handler has set its media type. */
function isTextOrStream(body: unknown): body is string | AsyncIterable<string> {
  return typeof body === 'string' || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}

/**
 * Adds routes for unsupported methods, which respond with 405. A preflight request from a disallowed origin gets 204 without
 * CORS headers, so the browser reports the missing header instead of a failed request.
 */
export function rejectOtherMethods(server: FastifyInstance, countRequest: CountRequest): void {
  const paths = Map.groupBy(OPERATIONS.values(), ({ path }) => path);
  const others = METHODS.filter((method) => method !== 'CONNECT' && !server.supportedMethods.includes(method));
  for (const method of others) server.addHttpMethod(method);
  for (const [path, operations] of paths) {
    const methods = operations.map(({ method }) => method);
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    const allow = allowed.join(', ');
    server.route({
      method: server.supportedMethods.filter((method) => !allowed.includes(method)),
      url: `${BASE_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      // Before the body is read, which isn't needed.
      onRequest: async (request, reply) => {
        checkPath(request);
        if (isPreflight(request)) return reply.code(204).send();
        const key = toClientNetwork(findClientAddress(request));
        await countRequest(request, reply, { key, whose: 'of this address' });
        const requestPath = request.url.split('?', 1)[0];
        const message = `${requestPath} does not support ${request.method}. Use ${allow}.`;
        throw new ApiError(405, 'method_not_allowed', message, {}, { allow });
      },
      handler: async () => {},
    });
  }
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}
