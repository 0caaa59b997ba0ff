/** The one engine behind lists, exports and counts: what a list shows, in which order, and which rows a filter leaves. */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import type { OperationRequest } from '../http/operation.ts';
import { conditionsOf, type Filters, type FilterValues } from './filters.ts';

export type Direction = 'ASC' | 'DESC';

/** What a list can be sorted by. */
export interface SortKey {
  /** Never null, so that every row has a place. */
  by: Expression<unknown>;
  type: 'text' | 'timestamptz' | 'bigint';
}

type SortName<Id extends OperationId> = OperationRequest<Id>['query'] extends { sort: infer Name extends string }
  ? Name
  : never;

/** A query whose rows a list shows. */
// biome-ignore lint/suspicious/noExplicitAny: which tables it reads is known where it is written.
export type Rows<Row> = SelectQueryBuilder<any, any, Row>;

/** A list of the contract. */
export interface List<Id extends OperationId, Row = unknown, Item = unknown> {
  operation: Id;
  /** All rows of the workspace, without order. Names tenant and workspace, although row-level security holds as well. */
  rows(db: Db, scope: Scope, path: OperationRequest<Id>['path']): Rows<Row>;
  filters: Filters<Id>;
  /** By value of `sort`; a list without it has the one order `sorted`. */
  sorts: [SortName<Id>] extends [never] ? { sorted: SortKey } : Record<SortName<Id>, SortKey>;
  /** Decides between equals; unique. */
  id: Expression<string | number>;
  /** Way of the order when the request cannot choose it. Default `ASC`. */
  direction?: Direction;
  /** Way of the identifier among equals. Default `ASC`, whatever the way of the order. */
  idDirection?: Direction;
  toItem(row: Row): Item;
}

/** A column as a sort key. */
export function sortKey(column: string, type: SortKey['type']): SortKey {
  return { by: sql.ref(column), type };
}

/** The rows that the filters leave, without order. */
export function selected<Id extends OperationId, Row>(
  list: List<Id, Row>,
  db: Db,
  scope: Scope,
  path: OperationRequest<Id>['path'],
  values: FilterValues<Id>,
): Rows<Row> {
  return conditionsOf(list.filters, values).reduce(
    (query, condition) => query.where(condition),
    list.rows(db, scope, path),
  );
}

/** How many rows there are. */
export async function count(rows: Rows<unknown>): Promise<number> {
  const { total } = await rows.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return total as number;
}

/** The sort key and the way that a request asks for. */
export function orderOf<Id extends OperationId>(
  list: List<Id>,
  query: { sort?: string; order?: Direction },
): { key: SortKey; direction: Direction } {
  const sorts = list.sorts as Record<string, SortKey>;
  const key = sorts[query.sort ?? 'sorted'];
  if (!key) throw new Error(`${list.operation} cannot be sorted by ${query.sort}.`);
  return { key, direction: query.order ?? list.direction ?? 'ASC' };
}

/** A way of sorting in SQL. */
export function keyword(direction: Direction): RawBuilder<unknown> {
  return direction === 'ASC' ? sql`ASC` : sql`DESC`;
}
