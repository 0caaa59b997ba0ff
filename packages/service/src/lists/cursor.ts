/** Opaque cursors: where the last page ended, signed together with the list that it belongs to. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '../http/errors.ts';

/** The place after which the next page begins: sort key (as the database writes it) and identifier of its last row. */
export interface Place {
  key: string;
  id: string;
}

/** Bytes of the signature. */
const SIGNATURE_LENGTH = 16;

/** Stands between key and identifier: no text of PostgreSQL can hold it. */
const SEPARATOR = '\0';

/** @param list tells lists apart: operation, workspace, path, filters and order */
export function writeCursor(secret: KeyObject, list: string, { key, id }: Place): string {
  const payload = Buffer.from(`${key}${SEPARATOR}${id}`);
  return Buffer.concat([sign(secret, list, payload), payload]).toString('base64url');
}

/** @throws {ApiError} 400 when the cursor is not one of this list */
export function readCursor(secret: KeyObject, list: string, cursor: string): Place {
  const bytes = Buffer.from(cursor, 'base64url');
  const signature = bytes.subarray(0, SIGNATURE_LENGTH);
  const payload = bytes.subarray(SIGNATURE_LENGTH);
  const isOwn =
    signature.byteLength === SIGNATURE_LENGTH &&
    // Decoding passes over what is no base64url; a cursor has one spelling.
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(signature, sign(secret, list, payload));
  if (!isOwn) {
    throw invalidRequest({ 'query/cursor': 'must be the cursor of a page of this list with the same filters' });
  }
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
