/** Conditions of the filters of lists. */
import type { ORDER_PARAMETERS, PAGING_PARAMETERS, SCOPE_PARAMETERS } from '@aispm/openapi';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Workspace } from '../database/rows.ts';
import type { OperationRequest } from '../http/operation.ts';

export type Condition = RawBuilder<SqlBool>;

/** The filters of a list, by name. */
export type FilterValues<Id extends OperationId> = Omit<
  OperationRequest<Id>['query'],
  (typeof PAGING_PARAMETERS | typeof ORDER_PARAMETERS | typeof SCOPE_PARAMETERS)[number]
>;

/** The condition of each filter of a list; undefined if the value doesn't need one. A missing filter doesn't compile. */
export type Filters<Id extends OperationId> = {
  [Name in keyof Required<FilterValues<Id>>]: (
    value: NonNullable<FilterValues<Id>[Name & keyof FilterValues<Id>]>,
    scope: Workspace,
  ) => Condition | undefined;
};

/** Returns the conditions of the filters that have a value. */
export function toConditions<Id extends OperationId>(
  filters: Filters<Id>,
  values: FilterValues<Id>,
  scope: Workspace,
): Condition[] {
  const known = filters as Record<string, (value: unknown, scope: Workspace) => Condition | undefined>;
  return Object.entries(known).flatMap(([name, condition]) => {
    const value = (values as Record<string, unknown>)[name];
    return value === undefined ? [] : (condition(value, scope) ?? []);
  });
}

/** The column is one of the values, compared exactly. */
export function anyOf(column: string): (values: readonly string[]) => Condition {
  return (values) => sql`${sql.ref(column)} = ANY(${values}::text[])`;
}

/** The column is the value. */
export function equal(column: string): (value: string | boolean) => Condition {
  return (value) => sql`${sql.ref(column)} = ${value}`;
}

/** The array contains one of the values. */
export function overlaps(column: string): (values: readonly string[]) => Condition {
  return (values) => sql`${sql.ref(column)} && ${values}::text[]`;
}

/** One of the columns contains the string, ignoring case; `%` and `_` have no special meaning. */
export function contains(...columns: string[]): (text: string) => Condition {
  // The columns are sorted by code point. Only the database's default collation supports the case of all letters.
  const columnContains = (column: string, text: string) =>
    sql<SqlBool>`strpos(lower(${sql.ref(column)} COLLATE "default"), lower(${text}::text)) > 0`;
  return (text) =>
    sql`(${sql.join(
      columns.map((column) => columnContains(column, text)),
      sql` OR `,
    )})`;
}

/** The column contains the pattern of `LIKE`, ignoring case. */
export function containsPattern(column: string): (pattern: string) => Condition {
  return (pattern) => {
    const text = sql`${pattern}::text`;
    // A backslash at the end that isn't escaped itself is literal.
    const missing = sql`repeat('\\', (length(${text}) - length(rtrim(${text}, '\\'))) % 2)`;
    return sql`lower(${sql.ref(column)} COLLATE "default") LIKE '%' || lower(${text}) || ${missing} || '%'`;
  };
}

/** The column is the timestamp or later. */
export function since(column: string): (timestamp: string) => Condition {
  return (timestamp) => sql`${sql.ref(column)} >= ${timestamp}::timestamptz`;
}

/** The column is the timestamp or earlier. */
export function until(column: string): (timestamp: string) => Condition {
  return (timestamp) => sql`${sql.ref(column)} <= ${timestamp}::timestamptz`;
}

/** The column is earlier than the timestamp; false if it's null. */
export function before(column: string): (timestamp: string) => Condition {
  return (timestamp) => sql`${sql.ref(column)} < ${timestamp}::timestamptz`;
}

/** The column has a value, or is null. */
export function isPresent(column: string): (value: boolean) => Condition {
  return (value) => (value ? sql`${sql.ref(column)} IS NOT NULL` : sql`${sql.ref(column)} IS NULL`);
}

/** The count is more than 0, or is 0. */
export function isPositive(column: string): (value: boolean) => Condition {
  return (value) => (value ? sql`${sql.ref(column)} > 0` : sql`${sql.ref(column)} = 0`);
}
