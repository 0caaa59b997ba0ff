import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ApiError } from './errors.ts';

// To import the module by its name would load all that it gives, a client for HTTP too, at every start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Answers what is not HTTP, too slow or too long, in the form that all errors have. */
export function refuseSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const answer =
    {
      HPE_HEADER_OVERFLOW: new ApiError(431, 'The address or the headers of the request are too long.'),
      ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'The request did not arrive completely in time.'),
    }[error.code ?? ''] ?? new ApiError(400, `The request is not valid HTTP: ${error.message}.`);
  const body = JSON.stringify(answer.body);
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nContent-Type: application/json\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
