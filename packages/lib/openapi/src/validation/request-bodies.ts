/** Limits and encodings of request bodies. */
import type { Document, Operation, Schema } from '../document/document.ts';

/**
 * The property that declares the maximum size of request bodies in bytes: at the root of a document for all operations, at a
 * request body for its operation. It applies to the body without its content encoding.
 */
export const MAX_BODY_BYTES = 'x-max-body-bytes';

/** Returns the maximum size of the body of an operation, in bytes; infinity when the document declares none. */
export function maxBodyBytes(document: Document, { requestBody }: Pick<Operation, 'requestBody'>): number {
  const declared = [requestBody, document].map(
    (node) => (node as Record<string, unknown> | undefined)?.[MAX_BODY_BYTES],
  );
  return declared.find((limit) => typeof limit === 'number') ?? Number.POSITIVE_INFINITY;
}

/**
 * Returns whether an operation rejects single items of a request, by its successes: they count the items that were rejected.
 *
 * @param successes schemas of the bodies, without references
 */
export function rejectsItems(successes: readonly Pick<Schema, 'properties'>[]): boolean {
  return successes.some(({ properties = {} }) => 'rejected_count' in properties);
}

/** The content encodings that request bodies may have. */
export type ContentEncoding = 'gzip' | 'identity';

/**
 * Parses the header `Content-Encoding` of a request (RFC 9110, section 8.4).
 *
 * @returns undefined for any encoding but one gzip: several would multiply what a small body expands to
 */
export function parseContentEncoding(header: string | undefined): ContentEncoding | undefined {
  const encodings = (header ?? '')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  const [first = 'identity', ...more] = encodings;
  if (more.length > 0) return undefined;
  // RFC 9110, section 8.4.1.3: the old name.
  if (first === 'x-gzip') return 'gzip';
  return first === 'gzip' || first === 'identity' ? first : undefined;
}

/** 413: the request body is too large. */
export function bodyTooLarge(maxBytes: number): string {
  return `The body is larger than ${formatBytes(maxBytes)}. Send a smaller one.`;
}

/** 415: the request body has an encoding that isn't supported. */
export const UNSUPPORTED_CONTENT_ENCODING = 'Bodies can be compressed with gzip only.';

/** Detail: the encoding of the request body isn't supported. */
export function unsupportedContentEncoding(received: string): string {
  return `must be gzip or identity, got ${received}`;
}

/** 400: the request body isn't gzip, although its header says so. */
export const MALFORMED_GZIP = 'The body is not valid gzip, although the header Content-Encoding says so.';

/** Formats a size: `32 MiB`, or the number of bytes where that is no whole number of MiB. */
export function formatBytes(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes} bytes`;
}
