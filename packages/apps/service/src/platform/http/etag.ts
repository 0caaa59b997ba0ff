/** Versions of records as entity tags (RFC 9110, section 13.1). */
import { listEntityTags, matchesEntityTag } from '@aispm/openapi';
import { ApiError } from './errors/errors.ts';

/**
 * Checks the version of a record.
 *
 * @param ifMatch the precondition, in a format that was validated; undefined for any version
 * @throws {ApiError} 412 if the record has another version
 */
export function checkVersion(ifMatch: string | undefined, etag: string): void {
  if (ifMatch !== undefined && !matchesEntityTag(ifMatch, etag)) throw preconditionFailed();
}

/** Lists the versions in a precondition, without quotation marks; undefined for `*`, or without a precondition. */
export function listVersions(precondition: string | undefined): string[] | undefined {
  const tags = listEntityTags(precondition ?? '');
  return tags.length === 0 ? undefined : tags.map(parseETag);
}

/** Returns the entity tag of a version. */
export function formatETag(version: string): string {
  return `"${version}"`;
}

/** Returns the version that an entity tag identifies. */
export function parseETag(etag: string): string {
  return etag.slice(1, -1);
}

/** Returns the 412 for a record that doesn't have the expected version. */
export function preconditionFailed(): ApiError {
  return new ApiError(412, 'precondition_failed', 'The record is not in the version of If-Match. Read it again.');
}
