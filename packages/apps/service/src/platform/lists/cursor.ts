/** Opaque cursors: the position where a page ended, signed together with its list. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { INVALID_CURSOR } from '@aispm/openapi';
import { invalidRequest } from '../http/errors/errors.ts';

/** The position after which the next page starts: the sort value (in the database's format) and the identifier of the last row. */
export interface CursorPosition {
  key: string;
  id: string;
}

/** Length of the signature, in bytes. */
const SIGNATURE_LENGTH = 16;

/** Separates sort value and identifier. PostgreSQL strings can't contain it. */
const SEPARATOR = '\0';

/** @param list identifies the list: operation, workspace, path, filters and order */
export function writeCursor(secret: KeyObject, list: string, { key, id }: CursorPosition): string {
  const payload = Buffer.from(`${key}${SEPARATOR}${id}`);
  return Buffer.concat([sign(secret, list, payload), payload]).toString('base64url');
}

/** @throws {ApiError} 400 if the cursor doesn't belong to this list */
export function readCursor(secret: KeyObject, list: string, cursor: string): CursorPosition {
  const bytes = Buffer.from(cursor, 'base64url');
  const signature = bytes.subarray(0, SIGNATURE_LENGTH);
  const payload = bytes.subarray(SIGNATURE_LENGTH);
  const isValid =
    signature.byteLength === SIGNATURE_LENGTH &&
    // Decoding ignores characters outside of base64url, but a cursor has only one spelling.
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(signature, sign(secret, list, payload));
  if (!isValid) throw invalidRequest('invalid_cursor', { 'query/cursor': INVALID_CURSOR });
  const [key = '', id = ''] = payload.toString().split(SEPARATOR);
  return { key, id };
}

function sign(secret: KeyObject, list: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(list)
    .update(SEPARATOR)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_LENGTH);
}
