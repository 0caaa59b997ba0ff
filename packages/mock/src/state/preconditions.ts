/** Entity tags and preconditions (RFC 9110, sections 8.8.3 and 13.1). */
import { createHash } from 'node:crypto';
import { ApiError } from '../errors.ts';
import type { Entry } from './entry.ts';
import type { StateRequest } from './state-request.ts';

/** Computes the entity tag of a record. An unchanged record of the examples has the one that the examples show. */
export function computeEntityTag({ record, example }: Pick<Entry, 'record' | 'example'>): string {
  const text = JSON.stringify(record);
  if (text === example?.record) return example.entityTag;
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
}

/**
 * Checks `If-Match` and `If-None-Match`, where the operation declares them.
 *
 * @param entry undefined when the record does not exist
 * @throws {ApiError} 412
 */
export function checkPreconditions({ operation, headers }: StateRequest, entry: Entry | undefined): void {
  const matches = (name: string) => {
    const isDeclared = operation.request?.headers?.some((header) => header.name.toLowerCase() === name);
    const tags = isDeclared ? headers[name]?.split(',').map((tag) => tag.trim()) : undefined;
    return tags && entry !== undefined && (tags.includes('*') || tags.includes(computeEntityTag(entry)));
  };
  if (matches('if-match') === false) {
    const reason = entry
      ? 'If-Match does not match, because the record has changed. Read it again.'
      : 'If-Match does not match, because the record does not exist.';
    throw new ApiError(412, reason);
  }
  if (matches('if-none-match')) throw new ApiError(412, 'If-None-Match matches, because the record exists.');
}
