/** The secret before the last rotation of an API key, which also works for some time. */
import { type JsonObject, parseTimestamp } from '../bundled/openapi.ts';

/** Returns whether a record is an API key. */
export function isKey(record: JsonObject): boolean {
  return 'previous_secret_expires_at' in record;
}

/** Returns whether the previous secret of an API key still works. */
export function hasPrevious({ previous_secret_expires_at: end }: JsonObject, now: number): boolean {
  return typeof end === 'string' && parseTimestamp(end).ms > now;
}

/** Returns the properties of an API key that depend on the time; none for another record. */
export function describePrevious(record: JsonObject, now: number): JsonObject {
  return isKey(record) && !hasPrevious(record, now) ? { previous_secret_expires_at: null } : {};
}
