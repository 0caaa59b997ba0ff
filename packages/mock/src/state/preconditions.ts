/** Entity tags and preconditions (RFC 9110, sections 8.8.3 and 13.1). */
import { createHash } from 'node:crypto';
import type { Operation } from '../contract-types.ts';
import { ApiError } from '../errors.ts';
import type { Entry } from './entry.ts';

/** Computes the entity tag of a record. An unchanged record of the examples has the one that the examples show. */
export function computeEntityTag({ record, example }: Pick<Entry, 'record' | 'example'>): string {
  const text = JSON.stringify(record);
  if (text === example?.record) return example.entityTag;
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
}

/**
 * Checks `If-Match` and `If-None-Match`, where the operation declares them.
 *
 * @param entityTag that of the record; undefined when the record does not exist
 * @throws {ApiError} 412
 */
export function checkPreconditions(
  { operation, headers }: { operation: Operation; headers: Readonly<Record<string, string>> },
  entityTag: string | undefined,
): void {
  const matches = (name: string) => {
    const isDeclared = operation.request?.headers?.some((header) => header.name.toLowerCase() === name);
    const tags = isDeclared ? headers[name]?.split(',').map((tag) => tag.trim()) : undefined;
    return tags && entityTag !== undefined && (tags.includes('*') || tags.includes(entityTag));
  };
  if (matches('if-match') === false) {
    throw preconditionFailed(
      entityTag === undefined
        ? 'If-Match does not match, because the record does not exist.'
        : 'If-Match does not match, because the record has changed. Read it again.',
    );
  }
  if (matches('if-none-match')) throw preconditionFailed('If-None-Match matches, because the record exists.');
}

function preconditionFailed(message: string): ApiError {
  return new ApiError(412, 'precondition_failed', message);
}
