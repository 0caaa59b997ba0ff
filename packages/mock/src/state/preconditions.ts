/** Entity tags and preconditions (RFC 9110, sections 8.8.3 and 13.1). */
import { createHash } from 'node:crypto';
import type { IHttpResponse } from '@stoplight/prism-http';
import { describeTriage, type OccurrenceTriage } from '../bundled/domain.ts';
import { isJsonObject, type JsonObject, matchesEntityTag } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import type { Entry } from '../sample-data/entry.ts';

/** Returns the `etag` property of a record; undefined when it has none. */
export function getEntityTag(record: unknown): string | undefined {
  return isJsonObject(record) && typeof record.etag === 'string' ? record.etag : undefined;
}

/** Returns a response with the `ETag` header of its record, if the record has an entity tag. */
export function alignEntityTag(response: IHttpResponse): IHttpResponse {
  const etag = getEntityTag(response.body);
  const name = Object.keys(response.headers ?? {}).find((header) => header.toLowerCase() === 'etag');
  return etag === undefined || name === undefined
    ? response
    : { ...response, headers: { ...response.headers, [name]: etag } };
}

/** Returns the entity tag of a record: its `etag`, the example's while the record is unchanged, or a computed one. */
export function computeEntityTag({ record, example }: Pick<Entry, 'record' | 'example'>): string {
  const own = getEntityTag(record);
  if (own !== undefined) return own;
  const [text, exampleText] = isOccurrence(record)
    ? [describeTriage(record), example && describeTriage(JSON.parse(example.record))]
    : [JSON.stringify(record), example?.record];
  if (example && text === exampleText) return example.entityTag;
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
}

/** Returns whether a record is an occurrence of an issue. Its versions are those of its triage, whenever scans see it. */
function isOccurrence(record: JsonObject): record is JsonObject & OccurrenceTriage {
  return 'fine_grained_issue_id' in record && 'status_reason' in record;
}

/**
 * Checks `If-Match` and `If-None-Match`, where the operation declares them.
 *
 * @param entityTags the tags that the record may have; none when it doesn't exist
 * @throws {ApiError} 412
 */
export function checkPreconditions(
  { operation, headers }: { operation: Operation; headers: Readonly<Record<string, string>> },
  entityTags: readonly string[],
): void {
  const matches = (name: string) => {
    const isDeclared = operation.request?.headers?.some((header) => header.name.toLowerCase() === name);
    const value = isDeclared ? headers[name] : undefined;
    return value === undefined ? undefined : entityTags.some((entityTag) => matchesEntityTag(value, entityTag));
  };
  if (matches('if-match') === false) {
    throw preconditionFailed(
      entityTags.length === 0
        ? 'If-Match does not match, because the record does not exist.'
        : 'If-Match does not match, because the record has changed. Read it again.',
    );
  }
  if (matches('if-none-match')) throw preconditionFailed('If-None-Match matches, because the record exists.');
}

function preconditionFailed(message: string): ApiError {
  return new ApiError(412, 'precondition_failed', message);
}
