/** Queries complete rows by an index, for searching lists. */
import { type RawBuilder, sql } from 'kysely';
import { inWorkspace, type Workspace } from '../database/rows.ts';

/** An index for searches. */
export interface SearchedIndex {
  table: string;
  scope: Workspace;
  /** Condition on the columns of the index between the workspace and the compared one. */
  within?: RawBuilder<unknown>;
  max: RawBuilder<number>;
}

/**
 * Returns a query of the rows whose column is one of the values. Each value is looked up separately, in the order of the index,
 * so the planner doesn't prefer another index because it expects many matches.
 *
 * @param values an array
 * @param order the columns of the index after the compared one
 */
export function rowsWithAny(
  { table, scope, within = sql`true`, max }: SearchedIndex,
  column: string,
  values: RawBuilder<unknown>,
  order: string,
): RawBuilder<unknown> {
  return sql`SELECT found.* FROM (SELECT DISTINCT unnest(${values})) AS wanted (value) CROSS JOIN LATERAL (
    SELECT * FROM ${sql.table(table)} WHERE ${inWorkspace(table, scope)} AND ${within} AND ${sql.ref(column)} = wanted.value
    ORDER BY ${sql.raw(order)} LIMIT ${max}
  ) AS found`;
}

/** Returns a query of the rows from one end of an index, as long as a condition on its first column holds. */
export function rowsWhile(
  { table, scope, within = sql`true`, max }: SearchedIndex,
  condition: RawBuilder<unknown>,
  order: string,
): RawBuilder<unknown> {
  return sql`(SELECT * FROM ${sql.table(table)} WHERE ${inWorkspace(table, scope)} AND ${within} AND ${condition}
    ORDER BY ${sql.raw(order)} LIMIT ${max})`;
}

/** Returns arrays of values by filter as a JSON object, for the functions that search terms. */
export function termFilters(filters: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  return sql`jsonb_build_object(${sql.join(
    Object.entries(filters).map(([name, values]) => sql`${sql.lit(name)}::text, ${values}`),
  )})`;
}

/** Returns a value as an array. */
export function oneValue(value: unknown): RawBuilder<unknown> {
  return sql`ARRAY[${value}]::text[]`;
}

/** Returns a list of values as an array. */
export function anyValue(values: unknown): RawBuilder<unknown> {
  return sql`${values}::text[]`;
}
