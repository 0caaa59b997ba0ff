/** Parses JSON bodies. */
import type { IncomingMessage } from 'node:http';
import { invalidJson, isDeeper, MAX_BODY_BYTES, TOO_DEEP } from '@aispm/openapi';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from './errors.ts';

/** How much of a body that is too large is read, in bytes (8 MiB), and how long to wait for more of it, in milliseconds. */
const MAX_DISCARDED_BYTES = 8 * MAX_BODY_BYTES;
const DISCARD_TIMEOUT_MS = 500;

/** Makes the server accept `application/json` only: other media types get 415. */
export function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    body.byteLength === 0 ? undefined : parseJson(body),
  );
}

/** @throws {ApiError} 400 when the body is not JSON in UTF-8, or nested too deep */
function parseJson(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw invalidRequest({ body: invalidJson(reason) });
  }
  if (isDeeper(value)) throw invalidRequest({ body: TOO_DEEP });
  return value;
}

/**
 * Reads the rest of a body within limits, and discards it. The connection is closed after the response to a body that is too
 * large, and a client that is still writing then would never see the response.
 */
export function discardRest(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const end = () => {
      clearTimeout(timer);
      message.off('data', count).off('close', end);
      resolve();
    };
    const count = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > MAX_DISCARDED_BYTES) end();
      else timer.refresh();
    };
    const timer = setTimeout(end, DISCARD_TIMEOUT_MS);
    if (message.complete || Number(message.headers['content-length']) > MAX_DISCARDED_BYTES) return end();
    message.on('data', count).once('end', end).once('close', end).resume();
  });
}
