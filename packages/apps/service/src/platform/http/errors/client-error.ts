import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from './errors.ts';

// A named import would load all exports of the module, including an HTTP client, on every start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Responds to input that isn't HTTP, too slow or too long, in the format of all errors. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const response =
    {
      HPE_HEADER_OVERFLOW: new ApiError(
        431,
        'request_head_too_large',
        'The URL or the headers of the request are too long.',
      ),
      ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'request_timeout', 'The request was not complete in time.'),
    }[error.code ?? ''] ?? new ApiError(400, 'malformed_request', `The request is not valid HTTP: ${error.message}.`);
  const body = JSON.stringify(response.body);
  socket.end(
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\nContent-Type: application/json\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Responds to an `Expect` header other than `100-continue`, in the format of all errors. */
export function rejectExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const error = new ApiError(417, 'malformed_request', `The service cannot meet the expectation ${headers.expect}.`);
  const body = JSON.stringify(error.body);
  response
    .writeHead(error.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-request-id': randomUUID(),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The request body isn't read.
      connection: 'close',
    })
    .end(body);
}
