/** Decompresses request bodies. */
import {
  bodyTooLarge,
  MALFORMED_GZIP,
  MAX_BODY_BYTES,
  parseContentEncoding,
  UNSUPPORTED_CONTENT_ENCODING,
  unsupportedContentEncoding,
} from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';

/** Returns the maximum size of the body of an operation without its encoding, in bytes; infinity if there is none. */
export function getMaxBodyBytes({ extensions }: Operation): number {
  const limit: unknown = extensions?.[MAX_BODY_BYTES];
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

/**
 * Returns a body without its content encoding. Decompression ends at the limit, even if a small body would expand further.
 *
 * @param contentEncoding the header of the request
 * @throws {ApiError} 400 when the body isn't gzip, 413 when it is larger than the limit, 415 when it has another encoding
 */
export async function decompress(
  body: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  if (body.byteLength === 0) return body;
  const encoding = parseContentEncoding(contentEncoding);
  if (encoding === undefined) {
    throw new ApiError(415, 'unsupported_content_encoding', UNSUPPORTED_CONTENT_ENCODING, {
      details: [{ location: 'header/Content-Encoding', message: unsupportedContentEncoding(contentEncoding ?? '') }],
    });
  }
  if (body.byteLength > maxBytes) throw tooLarge(maxBytes);
  return encoding === 'identity' ? body : gunzip(body, maxBytes);
}

async function gunzip(body: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const stream = new Blob([body as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ApiError(400, 'malformed_gzip', MALFORMED_GZIP);
    });
    if (done) return concatenate(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(413, 'body_too_large', bodyTooLarge(maxBytes));
}
