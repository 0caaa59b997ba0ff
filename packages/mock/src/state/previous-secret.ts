/** The secret before the last rotation of an API key or a webhook, which also works for some time. */
import { type JsonObject, parseTimestamp } from '../bundled/openapi.ts';

/** Returns whether the previous secret of a record still works. */
export function hasPrevious({ previous_secret_expires_at: end }: JsonObject, now: number): boolean {
  return typeof end === 'string' && parseTimestamp(end).ms > now;
}

/** Returns the properties of a record with secrets that depend on the time; none for another record. */
export function describePrevious(record: JsonObject, now: number): JsonObject {
  return 'previous_secret_expires_at' in record && !hasPrevious(record, now)
    ? { previous_secret_expires_at: null }
    : {};
}
