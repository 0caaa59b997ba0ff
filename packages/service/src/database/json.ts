import { type RawBuilder, sql } from 'kysely';

/** A value for a column of type `jsonb` or `json`. Drivers would write an array as an array of PostgreSQL's. */
export function json<T>(value: T): RawBuilder<T> {
  return sql`${JSON.stringify(value)}::json`;
}
