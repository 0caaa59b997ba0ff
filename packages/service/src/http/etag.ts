/** Versions of records as `ETag`s (RFC 9110, section 13.1). */
import { ApiError } from './errors.ts';

/** What `If-Match` asks for: the version without its quotes, or `*` for any; undefined when there is no condition. */
export type WantedVersion = string | undefined;

/** Reads `If-Match`, whose form the contract holds: one version in quotes, or `*`. */
export function readIfMatch(header: string | undefined): WantedVersion {
  return header?.startsWith('"') ? header.slice(1, -1) : header;
}

/** The header of a version. */
export function etagOf(version: string): string {
  return `"${version}"`;
}

/** The record is not in the version that was asked for: 412. */
export function preconditionFailed(): ApiError {
  return new ApiError(412, 'The record is not in the state that the request asks for; read it again.');
}
