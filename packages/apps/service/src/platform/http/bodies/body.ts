/** Reads JSON bodies. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEFAULT_MAX_BODY_BYTES } from '../../contract/contract.ts';
import { readDecoded } from './decode-body.ts';
import type { LargeBodies } from './large-bodies.ts';
import { parseJson } from './parse-json.ts';

/**
 * Limits for discarding the rest of a body that is too large: bytes beyond the operation's limit (8 MiB), and milliseconds to
 * wait for more.
 */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;
const DISCARD_TIMEOUT_MS = 2_000;

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
 * Reads and discards the rest of a body, within limits. The connection is closed after the response to a body that is too
 * large, and a client that is still writing would never see the response.
 *
 * @param maxBytes the operation's limit
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
