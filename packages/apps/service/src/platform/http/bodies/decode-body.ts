/** Decodes request bodies in constant memory. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import {
  bodyTooLarge,
  MALFORMED_GZIP,
  parseContentEncoding,
  UNSUPPORTED_CONTENT_ENCODING,
  unsupportedContentEncoding,
} from '@aispm/openapi';
import { ApiError } from '../errors/errors.ts';

/**
 * Passes on a decompressed body, chunk by chunk. Nothing is read beyond the limit, so a decompression bomb doesn't cost memory
 * or time.
 *
 * @param write called again once its promise resolves
 * @throws {ApiError} 400 if the body isn't gzip, 413 if it exceeds the limit before or after decoding, 415 if it has another
 * encoding
 */
export async function readDecoded(
  message: IncomingMessage,
  maxBytes: number,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const header = message.headers['content-encoding'];
  const encoding = parseContentEncoding(header);
  if (encoding === undefined) throw unsupportedEncoding(header ?? '');
  if (Number(message.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  if (encoding === 'identity') return readUpTo(message, maxBytes, write);
  const gunzip = createGunzip();
  const stop = pipeCounted(message, gunzip, maxBytes);
  try {
    await readUpTo(gunzip, maxBytes, write);
  } catch (error) {
    throw isZlibError(error) ? new ApiError(400, 'malformed_gzip', MALFORMED_GZIP) : error;
  } finally {
    stop();
  }
}

/** Stays within the limit. The rest of the stream remains unread and open. */
async function readUpTo(stream: Readable, maxBytes: number, write: (chunk: Buffer) => Promise<void>): Promise<void> {
  let size = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    await write(chunk);
  }
}

/**
 * Pipes a body into a decompressor, and ends it if the body exceeds the limit (gzip members may be empty) or the client
 * disconnects.
 *
 * @returns a function that stops it
 */
function pipeCounted(message: IncomingMessage, gunzip: Gunzip, maxBytes: number): () => void {
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxBytes) gunzip.destroy(tooLarge(maxBytes));
  };
  const abort = () => {
    if (!message.complete) gunzip.destroy(new Error('The client has disconnected.'));
  };
  message.on('data', count).once('close', abort).pipe(gunzip);
  return () => {
    message.off('data', count).off('close', abort).unpipe(gunzip);
    gunzip.destroy();
  };
}

function isZlibError(error: unknown): boolean {
  return /^Z_/.test(String((error as NodeJS.ErrnoException).code));
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(413, 'body_too_large', bodyTooLarge(maxBytes));
}

function unsupportedEncoding(header: string): ApiError {
  return new ApiError(415, 'unsupported_content_encoding', UNSUPPORTED_CONTENT_ENCODING, {
    'header/Content-Encoding': unsupportedContentEncoding(header),
  });
}
