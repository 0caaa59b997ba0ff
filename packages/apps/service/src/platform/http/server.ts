/** The HTTP server of the API. */
import { randomUUID } from 'node:crypto';
import { findRepeatedHeader, repeatedHeader } from '@aispm/openapi';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  DEFAULT_MAX_BODY_BYTES,
  document,
  OPERATIONS,
  RESPONSE_HEADERS,
  resolve,
  type Schema,
} from '../contract/contract.ts';
import type { Services } from '../services/services.ts';
import type { Settings } from '../services/settings.ts';
import { traceRequests } from '../tracing/requests.ts';
import { findClientAddress } from './access/client-address.ts';
import { addRateLimit } from './access/rate-limit.ts';
import { acceptJsonOnly, discardRest, findMaxBodyBytes } from './bodies/body.ts';
import { compressResponses } from './bodies/compression.ts';
import { LargeBodies } from './bodies/large-bodies.ts';
import { handleClientError, rejectExpectation } from './errors/client-error.ts';
import { sendError } from './errors/error-response.ts';
import { ApiError } from './errors/errors.ts';
import type { Handlers } from './operation.ts';
import { addOperations, rejectOtherMethods } from './operations.ts';
import { addPages, type PageHandler } from './pages.ts';
import { measureRequests } from './probes/metrics.ts';
import { addProbes } from './probes/probes.ts';
import { compileSerializer } from './serialization.ts';
import { compileValidator } from './validation.ts';

/** How often connections are checked for slow requests, as a fraction of the timeout. */
const TIMEOUT_CHECK = 0.25;
/** Maximum length of a parameter in a path, percent-encoded: identifiers and keys of client storage are shorter. */
const MAX_PARAMETER = 4096;
/** How long browsers may cache the response to a preflight, in seconds. */
const PREFLIGHT_CACHE_SECONDS = 600;

/**
 * Creates the server. It doesn't listen yet.
 *
 * @param handlers one for each operation
 * @param pages responds to browsers that request paths outside the API
 */
export async function createServer(
  handlers: Handlers,
  services: Services,
  pages: PageHandler,
): Promise<FastifyInstance> {
  const { settings } = services;
  const server = createFastify(settings);
  const largeBodies = new LargeBodies(services.largeTasks);
  largeBodies.attach(server);
  acceptJsonOnly(server, largeBodies);
  server.setValidatorCompiler(compileValidator);
  server.setSerializerCompiler(compileSerializer);
  server.server.on('checkExpectation', rejectExpectation);
  addHooks(server);
  compressResponses(server);
  server.setErrorHandler(sendError);
  addPages(server, pages);
  traceRequests(server);
  if (settings.corsOrigins.length > 0) await allowOrigins(server, settings.corsOrigins);
  const countRequest = await addRateLimit(server, settings.rateLimit);
  measureRequests(server, services);
  addProbes(server, services);
  addOperations(server, handlers, services, countRequest);
  rejectOtherMethods(server, countRequest);
  return server;
}

function createFastify(settings: Settings): FastifyInstance {
  return fastify({
    logger: {
      level: settings.logLevel,
      serializers: { req: describeRequest },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    bodyLimit: DEFAULT_MAX_BODY_BYTES,
    requestTimeout: settings.requestTimeoutMs,
    trustProxy: toTrustProxy(settings.trustProxy),
    http: {
      // Node.js swaps the two timeouts if the header timeout is longer, and its default is 60 s.
      headersTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: settings.requestTimeoutMs * TIMEOUT_CHECK,
      // Node.js rejects such requests without a body. A hook does so in the format of all errors.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Fastify's 503 violates the contract. Requests that arrive while the server is closing are processed before their
    // connection ends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    genReqId: ({ headers }) => getRequestId(headers['x-request-id']),
    ajv: { customOptions: { strict: false } },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as FastifyReply),
    clientErrorHandler: handleClientError,
  });
}

/** Returns the log entry of a request. Omits the query, which may contain confidential data, such as an API key in a parameter. */
function describeRequest(request: FastifyRequest) {
  const { method, url, host, socket } = request;
  const remoteAddress = findClientAddress(request);
  return { method, url: url.split('?', 1)[0] ?? '', host, remoteAddress, remotePort: socket.remotePort ?? 0 };
}

/** Returns Fastify's option for trusted proxies. */
function toTrustProxy(trusted: Settings['trustProxy']) {
  if (typeof trusted === 'number') return (_: string, hop: number) => hop < trusted;
  return trusted === false ? false : [...trusted];
}

function addHooks(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook('onRequest', (request, reply, done) => {
    reply
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    done(findHeadError(request));
  });
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close');
    if (reply.statusCode === 413) await discardRest(request.raw, findMaxBodyBytes(request));
    return payload;
  });
}

/** Returns the 400 for a request that repeats a header or lacks `Host`, which HTTP/1.0 doesn't require. */
function findHeadError({ raw, headers }: FastifyRequest): ApiError | undefined {
  const repeated = findRepeatedHeader(raw.rawHeaders);
  if (repeated !== undefined) return new ApiError(400, 'malformed_request', repeatedHeader(repeated));
  if (headers.host !== undefined || raw.httpVersion === '1.0') return undefined;
  return new ApiError(400, 'malformed_request', 'The request has no Host header.');
}

/** Allows pages from these origins to send requests, and to read all headers of the contract. */
async function allowOrigins(server: FastifyInstance, origins: readonly string[]): Promise<void> {
  const { default: cors } = await import('@fastify/cors');
  await server.register(cors, {
    origin: [...origins],
    methods: [...new Set([...OPERATIONS.values()].map(({ method }) => method))],
    exposedHeaders: [...RESPONSE_HEADERS],
    maxAge: PREFLIGHT_CACHE_SECONDS,
  });
}

const REQUEST_ID = resolve<{ schema: Schema }>(document.components.headers.RequestId).schema as {
  pattern: string;
  maxLength: number;
};
const REQUEST_ID_PATTERN = new RegExp(REQUEST_ID.pattern);

/** Returns the request's own identifier if it's valid; otherwise, a new one. */
function getRequestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && sent.length <= REQUEST_ID.maxLength && REQUEST_ID_PATTERN.test(sent)
    ? sent
    : randomUUID();
}
