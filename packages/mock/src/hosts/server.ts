/** The mock on a TCP port. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, ListenError } from '../core/errors.ts';
import type { Handle, ServedContract } from '../core/exchange.ts';
import { encodeParsedBody, type MiddlewareRequest } from '../http/middleware-request.ts';
import { encodeBody } from '../http/response-bytes.ts';
import { CONTRACT_DIGEST, errorResponse, REQUEST_ID } from '../http/serialize.ts';

/** Where a server listens. */
export interface ListenOptions {
  /** TCP port, 0..65535; 0 selects a free one. Default 4010. */
  port?: number;
  /** IP address or host name. Default 127.0.0.1: only reachable from this machine. */
  host?: string;
}

/** A running server. */
export interface RunningServer {
  /** Scheme, host and port, for example `http://127.0.0.1:4010`. */
  origin: string;
  /** Stops listening and closes all connections; active requests have one second to finish. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 4010;
export const DEFAULT_HOST = '127.0.0.1';

/** Maximum time for a client to send its request, and its headers, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * How long an idle connection stays open, as with the service. With Node's default of 5 seconds, a client that is busy in the meantime
 * may send its next request on a connection that was just closed.
 */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How often requests and headers are checked; Node's default would add half a minute. */
const TIMEOUT_CHECK_MS = 1_000;
/** How long the rest of an oversized body is read and discarded, so that the client receives the 413. */
const DRAIN_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Serves a handler.
 *
 * @param getContract returns the digest of the contract, for responses to malformed HTTP, and the maximum size of bodies
 * @throws {ListenError} when the port is in use or the host isn't available
 */
export async function serve(
  handle: Handle,
  getContract: () => Pick<ServedContract, 'digest' | 'maxBodyBytes'>,
  options: ListenOptions,
): Promise<RunningServer> {
  const { port = DEFAULT_PORT, host = DEFAULT_HOST } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ListenError(`The port must be an integer from 0 to 65535; got ${port}.`);
  const timeouts = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  };
  const server = createServer(timeouts, (request, response) => {
    sendResponse(handle, request, response, getContract().maxBodyBytes).catch(() => response.destroy());
  });
  server.on('clientError', (error, socket) => rejectInvalidHttp(error, socket, getContract().digest));
  await listen(server, port, host);
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  return {
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`,
    close: () => close(server),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is in use. Stop the program that uses it, or select another port with --port (0 selects a free one).`
          : `Cannot listen on ${host}, port ${port}: ${error.message}.`;
      reject(new ListenError(reason));
    });
    server.listen(port, host, () => resolve());
  });
}

/** Handles one request and sends the response; rejects when the client has disconnected. */
export async function sendResponse(
  handle: Handle,
  request: MiddlewareRequest,
  response: ServerResponse,
  maxBodyBytes: number,
): Promise<void> {
  const disconnected = new AbortController();
  // Also after each response, because an abort creates an exception with a stack.
  response.once('close', () => response.writableFinished || disconnected.abort());
  const isParsed = request.readableEnded;
  const read = isParsed ? encodeParsedBody : () => readBody(request, maxBodyBytes);
  const body = hasBody(request) ? await read(request) : undefined;
  const result = await handle({
    method: request.method ?? 'GET',
    url: request.originalUrl ?? request.url ?? '/',
    // The body parser has already decompressed the body.
    headers: { ...request.headers, ...(isParsed && { 'content-encoding': undefined }) },
    ...(body && { body }),
    signal: disconnected.signal,
  });
  const mustClose = body && !request.complete;
  response.writeHead(result.status, mustClose ? { ...result.headers, connection: 'close' } : result.headers);
  if (result.stream) await pipeline(Readable.from(result.stream), response);
  else response.end(result.body && encodeBody(result.body));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Reads a body up to one byte beyond the maximum, and discards the rest. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).subarray(0, maxBytes + 1));
    };
    // The client may wait for a response before it sends the rest.
    if (Number(request.headers['content-length']) > maxBytes) timer = setTimeout(finish, DRAIN_TIMEOUT_MS);
    request.on('data', (chunk: Buffer) => {
      if (size <= maxBytes) {
        chunks.push(chunk);
        timer?.refresh();
      }
      size += chunk.byteLength;
      if (size > maxBytes) timer ??= setTimeout(finish, DRAIN_TIMEOUT_MS);
    });
    request.once('end', finish);
    request.once('error', reject);
    request.once('close', () => {
      clearTimeout(timer);
      reject(new Error('The client has disconnected.'));
    });
  });
}

/** Responds to malformed HTTP and to requests that arrive too slowly, with the body of all errors. */
function rejectInvalidHttp(error: NodeJS.ErrnoException, socket: Duplex, digest: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const { headers, body = '' } = errorResponse(describeInvalidHttp(status, error));
  const lines = Object.entries({
    ...headers,
    [REQUEST_ID]: randomUUID(),
    [CONTRACT_DIGEST]: digest,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function describeInvalidHttp(status: number, { message }: Error): ApiError {
  switch (status) {
    case 408:
      return new ApiError(
        408,
        'request_timeout',
        `The headers did not arrive within ${HEADERS_TIMEOUT_MS / 1000} seconds, or the request within ${REQUEST_TIMEOUT_MS / 1000}. Send it again.`,
      );
    case 431:
      return new ApiError(431, 'request_head_too_large', "The request's URL or headers are too long.");
    default:
      return new ApiError(400, 'malformed_request', `The request is not valid HTTP: ${message}.`);
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await closed;
  clearTimeout(timer);
}
