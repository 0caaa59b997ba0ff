/** Batches of updates, in which each one is made or rejected. */
import { findUnsupportedTimestamps, findUnsupportedValues } from '@aispm/openapi';
import type { ApiErrorBody } from '@aispm/types';
import { ApiError, invalidRequest, unprocessable } from './errors/errors.ts';

/** The result of one update of a batch, with the identifier of its record in the property `IdField`. */
export type UpdateResult<IdField extends string> = Record<IdField, string> & {
  index: number;
  status: 'updated' | 'rejected';
  etag: string | null;
  error?: ApiErrorBody;
};

/** The outcome of a batch. */
export interface UpdateOutcome<IdField extends string> {
  updated_count: number;
  rejected_count: number;
  results: UpdateResult<IdField>[];
}

/**
 * Returns why an update can't be made, whatever its record: it's not the first one of the record, or its values can't be stored.
 *
 * @param timestamps the properties that are timestamps
 */
export function findItemError(
  item: object,
  { idField, isRepeated, timestamps = [] }: { idField: string; isRepeated: boolean; timestamps?: readonly string[] },
): ApiError | undefined {
  if (isRepeated) {
    return unprocessable('duplicate_key', { [`body/${idField}`]: 'occurs in an earlier update of the batch' });
  }
  const unsupported = {
    ...findUnsupportedValues(item, 'body'),
    ...findUnsupportedTimestamps(item, timestamps, 'body'),
  };
  return Object.keys(unsupported).length > 0 ? invalidRequest('invalid_body', unsupported) : undefined;
}

/**
 * Describes the outcome of a batch.
 *
 * @param ids the identifier of the record of each update
 * @param errors why updates were rejected, by their index
 * @param etags the entity tags of the records of the others
 */
export function describeOutcome<IdField extends string>(
  idField: IdField,
  ids: readonly string[],
  errors: ReadonlyMap<number, ApiError>,
  etags: ReadonlyMap<string, string>,
): UpdateOutcome<IdField> {
  const results = ids.map((id, index) => {
    const error = errors.get(index);
    return {
      index,
      [idField]: id,
      ...(error
        ? { status: 'rejected', etag: null, error: toItemError(error, index).body }
        : { status: 'updated', etag: etags.get(id) ?? null }),
    } as UpdateResult<IdField>;
  });
  return { updated_count: ids.length - errors.size, rejected_count: errors.size, results };
}

/** Returns an error whose details point into the batch. */
function toItemError(error: ApiError, index: number): ApiError {
  const details = Object.entries(error.details).map(([location, message]) => [
    location.replace(/^body/, `body/updates/${index}`),
    message,
  ]);
  return new ApiError(error.status, error.reason, error.message, Object.fromEntries(details), error.headers);
}
