/** Transitions between statuses, as the contract's enumeration of statuses allows them. */
import { describeTransition, type JsonObject } from '../bundled/openapi.ts';
import { documentOf } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import type { Collection } from '../sample-data/collections.ts';
import type { Entry } from '../sample-data/entry.ts';

/**
 * Returns the error for an update that may not set its status; undefined if it may or doesn't set one.
 *
 * @param location the update's location in the request
 */
export function findTransitionError(
  { record }: Entry,
  { status }: JsonObject,
  { schema, list }: Collection,
  location: string,
): ApiError | undefined {
  const { properties = {} } = schema;
  if (typeof status !== 'string' || typeof record.status !== 'string') return undefined;
  const violation = describeTransition(documentOf(list), properties.status ?? {}, record.status, status);
  if (violation === undefined) return undefined;
  const details = [{ location: `${location}/status`, message: violation }];
  return new ApiError(422, 'invalid_transition', `${location}/status ${violation}.`, { details });
}

/** @throws {ApiError} 422 when an update may not set its status */
export function checkTransition(...update: Parameters<typeof findTransitionError>): void {
  const error = findTransitionError(...update);
  if (error) throw error;
}
