import { type RawBuilder, sql } from 'kysely';
import type { Json } from '../../generated/tables.ts';

/** Returns a value for a column of type `jsonb` or `json`. Drivers would write an array as a PostgreSQL array. */
export function json(value: unknown): RawBuilder<Json> {
  return sql<Json>`${JSON.stringify(value)}::json`;
}
