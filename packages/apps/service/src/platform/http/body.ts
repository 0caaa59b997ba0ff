/** Reads and parses JSON bodies. */
import type { IncomingMessage } from 'node:http';
import { findUnstorableValues, invalidJson, isDeeper, TOO_DEEP } from '@aispm/openapi';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEFAULT_MAX_BODY_BYTES } from '../contract/contract.ts';
import { readDecoded } from './decode-body.ts';
import { ApiError, invalidRequest } from './errors.ts';
import type { LargeBodies } from './large-bodies.ts';

/**
 * How much more than the limit of its operation is read of a body that is too large, in bytes (8 MiB), and how long to wait for
 * more of it, in milliseconds.
 */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;
const DISCARD_TIMEOUT_MS = 2_000;

/**
 * Escapes of U+0000 and of surrogates, and the exponents or digits of numbers beyond the range of a double. Only bodies with them are
 * searched for what cannot be stored.
 */
const POSSIBLY_UNSTORABLE = /\\u(?:0000|d[89a-f])|\de\+?\d{3}|\d{200}/i;

/** Makes the server accept `application/json` only: other media types get 415. */
export function acceptJsonOnly(server: FastifyInstance, largeBodies: LargeBodies): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', async (request: FastifyRequest, message: IncomingMessage) => {
    const maxBytes = findMaxBodyBytes(request);
    const bytes =
      maxBytes > DEFAULT_MAX_BODY_BYTES
        ? await largeBodies.read(request, message, maxBytes)
        : await readInMemory(message, maxBytes);
    return bytes.byteLength === 0
      ? undefined
      : parseJson(bytes, request.routeOptions.config.operation?.rejectsItems ?? false);
  });
}

/** Returns the maximum size of the body of a request, in bytes. */
export function findMaxBodyBytes({ routeOptions }: FastifyRequest): number {
  return routeOptions.config.operation?.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
}

async function readInMemory(message: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  await readDecoded(message, maxBytes, async (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

/**
 * @param rejectsItems whether the operation itself rejects the items that cannot be stored
 * @throws {ApiError} 400 when the body is not JSON in UTF-8, nested too deep, or has values that cannot be stored
 */
function parseJson(bytes: Uint8Array<ArrayBuffer>, rejectsItems: boolean): unknown {
  let value: unknown;
  let mayBeUnstorable: boolean;
  try {
    const text = decodeText(bytes);
    value = JSON.parse(text);
    mayBeUnstorable = !rejectsItems && POSSIBLY_UNSTORABLE.test(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw malformedJson((error as Error).message);
  }
  if (isDeeper(value)) throw invalidRequest('invalid_body', { body: TOO_DEEP });
  const unstorable = mayBeUnstorable ? findUnstorableValues(value, 'body') : {};
  if (Object.keys(unstorable).length > 0) throw invalidRequest('invalid_body', unstorable);
  return value;
}

/** Decodes a body. The bytes of a large one are freed at once: they would be in memory beside its text and its value. */
function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedJson('it is not UTF-8');
  }
  if (bytes.byteLength > DEFAULT_MAX_BODY_BYTES) bytes.buffer.transfer(0);
  return text;
}

function malformedJson(reason: string): ApiError {
  return invalidRequest('malformed_json', { body: invalidJson(reason) });
}

/**
 * Reads the rest of a body within limits, and discards it. The connection is closed after the response to a body that is too
 * large, and a client that is still writing then would never see the response.
 *
 * @param maxBytes the limit of the operation
 */
export function discardRest(message: IncomingMessage, maxBytes: number): Promise<void> {
  const maxDiscarded = maxBytes + MAX_DISCARDED_BYTES;
  return new Promise((resolve) => {
    let size = 0;
    const end = () => {
      clearTimeout(timer);
      message.off('data', count).off('close', end);
      resolve();
    };
    const count = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxDiscarded) end();
      else timer.refresh();
    };
    const timer = setTimeout(end, DISCARD_TIMEOUT_MS);
    if (message.complete || Number(message.headers['content-length']) > maxDiscarded) return end();
    message.on('data', count).once('end', end).once('close', end).resume();
  });
}
