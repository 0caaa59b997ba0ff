/** The HTTP shell: every operation of the contract, bound to its handler by name. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preValidationHookHandler,
} from 'fastify';
import {
  BASE_PATH,
  document,
  OPERATIONS,
  type Operation,
  RESPONSE_HEADERS,
  ROUTES,
  resolve,
} from '../contract/contract.ts';
import type { Scope } from '../database/scope.ts';
import { unavailability } from '../database/unavailable.ts';
import { Callers } from '../keys/callers.ts';
import type { Services } from '../services.ts';
import { traceRequests } from '../tracing/requests.ts';
import { checkAccept } from './accept.ts';
import { authenticate, scopeOf } from './auth.ts';
import { BODY_LIMIT, skipRest, takeJson } from './body.ts';
import { ApiError, invalidRequest, unavailable } from './errors.ts';
import { addMetrics } from './metrics.ts';
import type { Handlers, OperationRequest } from './operation.ts';
import { type AnyAnswer, perform } from './perform.ts';
import { addProbes } from './probes.ts';
import { RateLimit, tooManyRequests } from './rate-limit.ts';
import { refuseSocket } from './refuse.ts';
import { compileSerializer } from './serialization.ts';
import { compileValidator } from './validation.ts';

/** How much later than its time-out a slow request may be noticed, as a part of the time-out. */
const TIMEOUT_CHECK = 0.25;
/** The longest parameter in a path, percent-encoded: identifiers and keys of client storage are shorter. */
const MAX_PARAMETER = 4096;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known. */
    scope: Scope | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/**
 * Makes the server; it does not listen yet.
 *
 * @param handlers one for each operation
 */
export async function createServer(handlers: Handlers, services: Services): Promise<FastifyInstance> {
  const { settings } = services;
  const server = fastify({
    logger: {
      level: settings.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    bodyLimit: BODY_LIMIT,
    requestTimeout: settings.requestTimeoutMs,
    http: {
      // Node takes the two time-outs for each other where that of the headers is the longer one, and its own is 60 s.
      headersTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: settings.requestTimeoutMs * TIMEOUT_CHECK,
    },
    forceCloseConnections: 'idle',
    // Its answer would not be one of the contract; what still comes in is answered, and its connection ends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // Headers are not looked at for the operations that do not declare them.
    ajv: { customOptions: { strict: false } },
    schemaErrorFormatter: (errors) => errors as unknown as Error,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as FastifyReply),
    clientErrorHandler: refuseSocket,
  });
  takeJson(server);
  server.setValidatorCompiler(compileValidator);
  server.setSerializerCompiler(compileSerializer);
  server.decorateRequest('scope', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store');
    done();
  });
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close');
    if (reply.statusCode === 413) await skipRest(request.raw);
    return payload;
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request) => {
    throw new ApiError(404, `The API has no path ${request.url.split('?', 1)[0]}.`);
  });
  traceRequests(server);
  if (settings.corsOrigins.length > 0) await allowOrigins(server, settings.corsOrigins);
  addMetrics(server, services);
  addProbes(server, services);
  addOperations(server, handlers, services);
  refuseOtherMethods(server);
  return server;
}

/** Lets pages of these origins call, with every header that the contract knows. */
async function allowOrigins(server: FastifyInstance, origins: readonly string[]): Promise<void> {
  const { default: cors } = await import('@fastify/cors');
  await server.register(cors, {
    origin: [...origins],
    methods: [...new Set([...OPERATIONS.values()].map(({ method }) => method))],
    exposedHeaders: [...RESPONSE_HEADERS],
    maxAge: 600,
  });
}

function addOperations(server: FastifyInstance, handlers: Handlers, services: Services): void {
  const callers = new Callers(services.database);
  const rateLimit = new RateLimit(services.settings.rateLimit);

  /** Before the request is even read: who asks, and whether there is something to ask here. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const operation = request.routeOptions.config.operation as Operation;
    const { authorization, accept } = request.headers;
    const caller = await authenticate(callers, authorization).catch((error: unknown) => {
      // Whoever has no key is counted by address, so that keys cannot be guessed without limit.
      reply.headers(rateLimit.take(request.ip).headers);
      throw error;
    });
    const quota = rateLimit.take(caller.keyId);
    reply.headers(quota.headers);
    if (quota.isUsedUp) throw tooManyRequests(quota);
    request.scope = scopeOf(caller, request.params as { tenant_id?: string; workspace_id?: string });
    if (operation.givesJson) checkAccept(accept, operation.mediaTypes);
  };

  const requireBody: preValidationHookHandler = (request, _, done) => {
    done(request.body === undefined ? invalidRequest({ body: 'is required' }) : undefined);
  };

  const handle = (operation: Operation) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { operationId } = operation;
    const handler = handlers[operationId];
    const {
      status,
      headers = {},
      body,
    }: AnyAnswer = await perform(
      operationId,
      handler as (request: OperationRequest) => Promise<AnyAnswer>,
      services.database,
      {
        path: request.params,
        query: request.query,
        headers: request.headers,
        body: request.body,
        url: request.url.split('?', 1)[0] ?? '',
        scope: request.scope as Scope,
        requestId: request.id,
        services,
      } as never,
    );
    reply.code(status).headers(headers);
    if (body === undefined) return reply.send();
    if (isText(body)) return reply.send(typeof body === 'string' ? body : Readable.from(body));
    return reply.type('application/json').send(body);
  };

  for (const { operationId, method, url, schema } of ROUTES) {
    const operation = OPERATIONS.get(operationId) as Operation;
    server.route({
      method,
      url: `${BASE_PATH}${url}`,
      schema,
      config: { operation },
      onRequest,
      ...(operation.takesBody && { preValidation: requireBody }),
      handler: handle(operation),
    });
  }
}

/** Texts and streams are not JSON: the handler has named their type. */
function isText(body: unknown): body is string | AsyncIterable<string> {
  return typeof body === 'string' || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}

/** Answers the methods that a path does not have with 405. */
function refuseOtherMethods(server: FastifyInstance): void {
  const paths = Map.groupBy(OPERATIONS.values(), ({ path }) => path);
  for (const [path, operations] of paths) {
    const methods = operations.map(({ method }) => method);
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    const allow = allowed.join(', ');
    server.route({
      method: server.supportedMethods.filter((method) => !allowed.includes(method)),
      url: `${BASE_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      // Before the body is read: nobody would use it.
      onRequest: async (request) => {
        const taken = request.url.split('?', 1)[0];
        throw new ApiError(405, `${taken} does not take ${request.method}, only ${allow}.`, {}, { allow });
      },
      handler: async () => {},
    });
  }
}

const REQUEST_ID = resolve<{ schema: { pattern: string; maxLength: number } }>(
  (document.components as unknown as { headers: Record<string, unknown> }).headers.RequestId,
).schema;
const REQUEST_ID_PATTERN = new RegExp(REQUEST_ID.pattern);

/** The identifier that the request brings, when it has the right form; otherwise a new one. */
function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && sent.length <= REQUEST_ID.maxLength && REQUEST_ID_PATTERN.test(sent)
    ? sent
    : randomUUID();
}

function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toApiError(error, request);
  if (answer.status >= 500) request.log.error(error);
  reply
    .code(answer.status)
    .headers(answer.headers)
    .header('x-request-id', request.id)
    .type('application/json')
    .serializer(JSON.stringify)
    .send(answer.body);
}

/** What the client is told of an error. */
function toApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const reason = unavailability(error);
  if (reason !== undefined) return unavailable(reason);
  const { code = '', statusCode } = error as FastifyError;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, `The request body must not be larger than ${BODY_LIMIT} bytes.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return request.headers['content-type'] === undefined
        ? new ApiError(415, 'The request has a body but no Content-Type; send "Content-Type: application/json".')
        : new ApiError(415, 'The request body has a media type that is not taken here; send "application/json".');
  }
  // The database cannot hold the value: a character that is none, an instant out of its reach.
  if (/^22/.test(code)) return new ApiError(400, 'The request holds a value that is out of range.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError(statusCode, error.message);
  return new ApiError(500, 'The service failed; the log says more under the X-Request-Id of this answer.');
}
