/** The one engine behind lists, exports and counts: what a list shows, in which order, and which rows a filter leaves. */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import { isParameter, prepared, type Query } from '../database/prepared.ts';
import type { Scope } from '../database/scope.ts';
import type { OperationRequest } from '../http/operation.ts';
import { conditionsOf, type Filters, type FilterValues, PAGING } from './filters.ts';

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
  /** Parameters of the path that decide what the query is, and not only which rows it finds. */
  shapedBy?: readonly string[];
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

/** Which rows of a list are asked for. */
export interface Choice<Id extends OperationId> {
  scope: Scope;
  path: OperationRequest<Id>['path'];
  filters: FilterValues<Id>;
}

/** The rows that a request for a list chooses. */
export function choiceOf<Id extends OperationId>({
  scope,
  path,
  query,
}: Pick<OperationRequest<Id>, 'scope' | 'path' | 'query'>): Choice<Id> {
  const filters = Object.entries(query).filter(([name]) => !(PAGING as readonly string[]).includes(name));
  return { scope, path, filters: Object.fromEntries(filters) as FilterValues<Id> };
}

/** Whether nothing but the workspace and flags choose the rows. */
export function isWhole<Id extends OperationId>({ path, filters }: Choice<Id>): boolean {
  const isChosenBy = ([name, value]: [string, unknown]) =>
    !['tenant_id', 'workspace_id'].includes(name) && isParameter(value);
  return !Object.entries({ ...path, ...filters }).some(isChosenBy);
}

/**
 * Runs a query on the rows that are chosen, without order.
 *
 * @param name tells queries of the list apart
 * @param values parameters of the query besides those of the choice
 */
export function onRows<Id extends OperationId, Row, Result, Values extends object>(
  list: List<Id, Row>,
  db: Db,
  name: string,
  choice: Choice<Id>,
  values: Values,
  query: (rows: Rows<Row>, values: Values) => Query<Result>,
): Promise<Result[]> {
  const { path } = choice;
  const shape = (list.shapedBy ?? []).map((parameter) => (path as Record<string, unknown>)[parameter]);
  return prepared(db, [list.operation, ...shape, name].join(' '), { ...choice, values }, (places) => {
    const own = Object.fromEntries((list.shapedBy ?? []).map((parameter, index) => [parameter, shape[index]]));
    const rows = list.rows(db, places.scope, { ...places.path, ...own });
    const conditions = conditionsOf(list.filters, places.filters);
    return query(
      conditions.reduce((chosen, condition) => chosen.where(condition), rows),
      places.values,
    );
  });
}

/** How many rows are chosen. */
export async function count<Id extends OperationId, Row>(list: List<Id, Row>, db: Db, choice: Choice<Id>) {
  const [found] = await onRows(list, db, 'count', choice, {}, (rows) =>
    rows.clearSelect().select(sql<number>`count(*)`.as('total')),
  );
  return (found as { total: number }).total;
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
