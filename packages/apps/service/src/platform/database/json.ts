import { type RawBuilder, sql } from 'kysely';

/** Returns a value for a column of type `jsonb` or `json`. Drivers would write an array as an array of PostgreSQL. */
export function json<T>(value: T): RawBuilder<T> {
  return sql`${JSON.stringify(value)}::json`;
}
