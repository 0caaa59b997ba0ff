/** Versions of records as entity tags (RFC 9110, section 13.1). */
import { ApiError } from './errors.ts';

/** The precondition of `If-Match`: the version without its quotes, or `*` for any; undefined when there is none. */
export type ExpectedVersion = string | undefined;

/** Parses `If-Match`, whose format the contract has validated: one version in quotes, or `*`. */
export function parseIfMatch(header: string | undefined): ExpectedVersion {
  return header?.startsWith('"') ? header.slice(1, -1) : header;
}

/** Returns the entity tag of a version. */
export function formatETag(version: string): string {
  return `"${version}"`;
}

/** Returns the 412 for a record that is not in the expected version. */
export function preconditionFailed(): ApiError {
  return new ApiError(412, 'precondition_failed', 'The record is not in the version of If-Match. Read it again.');
}
