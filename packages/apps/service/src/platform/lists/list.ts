/** Definitions of lists, for pages, exports and counts: the rows of a list, their order, and the selection of filters. */
import { isFilterParameter } from '@aispm/openapi';
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import { isParameter, type Query, runPrepared } from '../database/prepared.ts';
import type { Scope } from '../database/scope.ts';
import type { OperationRequest } from '../http/operation.ts';
import { type Filters, type FilterValues, toConditions } from './filters.ts';

export type Direction = 'ASC' | 'DESC';

/** An expression that a list can be sorted by. */
export interface SortKey {
  /** Never null, so that every row has a position. */
  by: Expression<unknown>;
  type: 'text' | 'timestamptz' | 'bigint';
}

type SortName<Id extends OperationId> = OperationRequest<Id>['query'] extends { sort: infer Name extends string }
  ? Name
  : never;

/** A query that returns the rows of a list. */
// biome-ignore lint/suspicious/noExplicitAny: each list has tables of its own.
export type Rows<Row> = SelectQueryBuilder<any, any, Row>;

/** A list of the contract. */
export interface List<Id extends OperationId, Row = unknown, Item = unknown> {
  operation: Id;
  /** Returns all rows of the workspace, unsorted. Has the condition of the workspace in addition to row-level security. */
  rows(db: Db, scope: Scope, path: OperationRequest<Id>['path']): Rows<Row>;
  /** Path parameters that change the text of the query, and not only its parameters. */
  shapedBy?: readonly string[];
  filters: Filters<Id>;
  /** By value of `sort`; a list without that parameter has only `sorted`. */
  sorts: [SortName<Id>] extends [never] ? { sorted: SortKey } : Record<SortName<Id>, SortKey>;
  /** Orders rows with equal sort values; unique. */
  id: Expression<string | number>;
  /** Direction when the request has none. Default `ASC`. */
  direction?: Direction;
  /** Direction of `id` among equal sort values. Default `ASC`, whatever the direction of the sort key. */
  idDirection?: Direction;
  toItem(row: Row): Item;
}

/** Returns a column as a sort key. */
export function sortKey(column: string, type: SortKey['type']): SortKey {
  return { by: sql.ref(column), type };
}

/** The rows of a list that filters leave. */
export interface Selection<Id extends OperationId> {
  scope: Scope;
  path: OperationRequest<Id>['path'];
  filters: FilterValues<Id>;
}

/** Returns the selection of a request for a list. */
export function toSelection<Id extends OperationId>({
  scope,
  path,
  query,
}: Pick<OperationRequest<Id>, 'scope' | 'path' | 'query'>): Selection<Id> {
  const filters = Object.entries(query).filter(([name]) => isFilterParameter(name));
  return { scope, path, filters: Object.fromEntries(filters) as FilterValues<Id> };
}

/** Returns whether nothing but the workspace and flags determine the selection. */
export function isUnfiltered<Id extends OperationId>({ path, filters }: Selection<Id>): boolean {
  const isFilter = ([name, value]: [string, unknown]) =>
    !['tenant_id', 'workspace_id'].includes(name) && isParameter(value);
  return !Object.entries({ ...path, ...filters }).some(isFilter);
}

/**
 * Runs a query on the rows of a selection, which are unsorted.
 *
 * @param name distinguishes the queries of the list
 * @param values parameters of the query besides those of the selection
 */
export function querySelection<Id extends OperationId, Row, Result, Values extends object>(
  list: List<Id, Row>,
  db: Db,
  name: string,
  selection: Selection<Id>,
  values: Values,
  build: (rows: Rows<Row>, values: Values) => Query<Result>,
): Promise<Result[]> {
  const { path } = selection;
  const shape = (list.shapedBy ?? []).map((parameter) => (path as Record<string, unknown>)[parameter]);
  return runPrepared(db, [list.operation, ...shape, name].join(' '), { ...selection, values }, (placeholders) => {
    const shapePath = Object.fromEntries((list.shapedBy ?? []).map((parameter, index) => [parameter, shape[index]]));
    const rows = list.rows(db, placeholders.scope, { ...placeholders.path, ...shapePath });
    const conditions = toConditions(list.filters, placeholders.filters);
    return build(
      conditions.reduce((selected, condition) => selected.where(condition), rows),
      placeholders.values,
    );
  });
}

/** Counts the rows of a selection. */
export async function countRows<Id extends OperationId, Row>(list: List<Id, Row>, db: Db, selection: Selection<Id>) {
  const [row] = await querySelection(list, db, 'count', selection, {}, (rows) =>
    rows.clearSelect().select(sql<number>`count(*)`.as('total')),
  );
  return (row as { total: number }).total;
}

/** Returns the sort key and the direction of a request. */
export function resolveOrder<Id extends OperationId>(
  list: List<Id>,
  query: { sort?: string; order?: Direction },
): { key: SortKey; direction: Direction } {
  const sorts = list.sorts as Record<string, SortKey>;
  const key = sorts[query.sort ?? 'sorted'];
  if (!key) throw new Error(`${list.operation} cannot be sorted by ${query.sort}.`);
  return { key, direction: query.order ?? list.direction ?? 'ASC' };
}

/** Returns the SQL of a direction. */
export function directionSql(direction: Direction): RawBuilder<unknown> {
  return direction === 'ASC' ? sql`ASC` : sql`DESC`;
}
