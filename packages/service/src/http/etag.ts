/** Versions of records as `ETag`s (RFC 9110, section 13.1). */
import { ApiError } from './errors.ts';

/** What `If-Match` asks for: these versions, or any; undefined when there is no condition. */
export type WantedVersions = readonly string[] | '*' | undefined;

/** Reads `If-Match`. A weak version never matches, so it is left out. @returns versions without their quotes */
export function readIfMatch(header: string | undefined): WantedVersions {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  return [...header.matchAll(/(W\/)?"([\x21\x23-\x7E]*)"/g)].flatMap(([, weak, tag]) =>
    weak === undefined && tag !== undefined ? [tag] : [],
  );
}

/** The header of a version. */
export function etagOf(version: string): string {
  return `"${version}"`;
}

/** The record is not in the version that was asked for: 412. */
export function preconditionFailed(): ApiError {
  return new ApiError(412, 'The record is not in the state that the request asks for; read it again.');
}
