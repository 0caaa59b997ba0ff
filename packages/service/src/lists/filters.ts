/** Conditions that filters of lists are made of. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { OperationRequest } from '../http/operation.ts';

/** A condition; undefined when the value asks for none. */
export type Condition = RawBuilder<SqlBool>;

/** Query parameters of lists that do not choose rows. */
export const PAGING = ['page_size', 'cursor', 'include_total', 'page', 'sort', 'order'] as const;

/** The filters of a list, by name. */
export type FilterValues<Id extends OperationId> = Omit<OperationRequest<Id>['query'], (typeof PAGING)[number]>;

/** What each filter of a list asks for. One that is missing does not compile. */
export type Filters<Id extends OperationId> = {
  [Name in keyof Required<FilterValues<Id>>]: (
    value: NonNullable<FilterValues<Id>[Name & keyof FilterValues<Id>]>,
  ) => Condition | undefined;
};

/** The conditions of the filters that are given. */
export function conditionsOf<Id extends OperationId>(filters: Filters<Id>, values: FilterValues<Id>): Condition[] {
  const known = filters as Record<string, (value: unknown) => Condition | undefined>;
  return Object.entries(known).flatMap(([name, condition]) => {
    const value = (values as Record<string, unknown>)[name];
    return value === undefined ? [] : (condition(value) ?? []);
  });
}

/** Any of the values, compared exactly. */
export function anyOf(column: string): (values: readonly string[]) => Condition {
  return (values) => sql`${sql.ref(column)} = ANY(${values}::text[])`;
}

/** This very value. */
export function equal(column: string): (value: string | boolean) => Condition {
  return (value) => sql`${sql.ref(column)} = ${value}`;
}

/** Whether an array has any of the values. */
export function overlaps(column: string): (values: readonly string[]) => Condition {
  return (values) => sql`${sql.ref(column)} && ${values}::text[]`;
}

/** The text stands somewhere in one of the columns, in upper or lower case; `%` and `_` are only characters. */
export function contains(...columns: string[]): (text: string) => Condition {
  // The columns sort by code point; only the collation of the database knows the case of all letters.
  const found = (column: string, text: string) =>
    sql<SqlBool>`strpos(lower(${sql.ref(column)} COLLATE "default"), lower(${text}::text)) > 0`;
  return (text) =>
    sql`(${sql.join(
      columns.map((column) => found(column, text)),
      sql` OR `,
    )})`;
}

/** At this instant or later. */
export function since(column: string): (instant: string) => Condition {
  return (instant) => sql`${sql.ref(column)} >= ${instant}::timestamptz`;
}

/** At this instant or earlier. */
export function until(column: string): (instant: string) => Condition {
  return (instant) => sql`${sql.ref(column)} <= ${instant}::timestamptz`;
}

/** Whether a count is more than 0. */
export function some(column: string): (value: boolean) => Condition {
  return (value) => (value ? sql`${sql.ref(column)} > 0` : sql`${sql.ref(column)} = 0`);
}
