/** The mock on a TCP port. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, ListenError } from './errors.js';
import type { Handle } from './exchange.js';
import { type HandedRequest, parsedBody } from './parsed-body.js';
import { BODY_LIMIT } from './request.js';
import { CONTRACT_DIGEST, errorResponse, REQUEST_ID } from './response.js';

/** Where a server listens. */
export interface ListenOptions {
  /** TCP port, 0..65535; 0 takes a free one. Default 4010. */
  port?: number;
  /** Address or host name to listen on. Default 127.0.0.1: this machine only. */
  host?: string;
}

/** A server that is running. */
export interface RunningServer {
  /** Scheme, host and port, for example `http://127.0.0.1:4010`. */
  origin: string;
  /** Stops to listen and ends all connections; those that are busy get a second to finish. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 4010;
export const DEFAULT_HOST = '127.0.0.1';

/** How long a client may take to send its request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How long the rest of a body that is too large is read and thrown away, so that the client gets to see the 413. */
const DRAIN_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Serves a handler.
 *
 * @param digest tells the digest of the contract, for the answers to what is not HTTP
 * @throws {ListenError} when the port is busy or the address cannot be used
 */
export async function serve(handle: Handle, digest: () => string, options: ListenOptions): Promise<RunningServer> {
  const { port = DEFAULT_PORT, host = DEFAULT_HOST } = options;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(handle, request, response).catch(() => response.destroy());
  });
  server.on('clientError', (error, socket) => refuse(error, socket, digest()));
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
          ? `Port ${port} on ${host} is busy; stop the program that uses it, or choose another port with --port (0 takes a free one).`
          : `Cannot listen on ${host}, port ${port}: ${error.message}.`;
      reject(new ListenError(reason));
    });
    server.listen(port, host, () => resolve());
  });
}

/** Answers one request; rejects when its client is gone. */
export async function answer(handle: Handle, request: HandedRequest, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const read = request.readableEnded ? parsedBody : readBody;
  const body = hasBody(request) ? await read(request) : undefined;
  const {
    status,
    headers,
    body: text,
  } = await handle({
    method: request.method ?? 'GET',
    url: request.originalUrl ?? request.url ?? '/',
    headers: request.headers,
    ...(body && { body }),
    signal: gone.signal,
  });
  response.writeHead(status, { ...headers, ...(body && !request.complete && { connection: 'close' }) });
  response.end(text);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Reads a body, up to one byte more than is allowed; what comes after that is thrown away. */
function readBody(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).subarray(0, BODY_LIMIT + 1));
    };
    request.on('data', (chunk: Buffer) => {
      if (size <= BODY_LIMIT) chunks.push(chunk);
      size += chunk.byteLength;
      if (size > BODY_LIMIT) timer ??= setTimeout(finish, DRAIN_TIMEOUT_MS);
    });
    request.once('end', finish);
    request.once('error', reject);
    request.once('close', () => {
      clearTimeout(timer);
      reject(new Error('The client is gone.'));
    });
  });
}

/** Answers what is not HTTP, or too slow, in the form that all errors have. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, digest: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const message = {
    400: `The request is not valid HTTP: ${error.message}.`,
    408: `The request did not arrive completely within ${REQUEST_TIMEOUT_MS} ms.`,
    431: 'The address or the headers of the request are too long.',
  }[status];
  const { headers, body = '' } = errorResponse(new ApiError(status, message ?? error.message));
  const lines = Object.entries({
    ...headers,
    [REQUEST_ID]: randomUUID(),
    [CONTRACT_DIGEST]: digest,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await closed;
  clearTimeout(timer);
}
