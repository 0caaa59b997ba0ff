/** Definitions of lists, for pages, exports and counts: the rows of a list, their order, and the rows that match filters. */
import { isFilterParameter } from '@aispm/openapi';
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import { isParameter, type Query, runPrepared } from '../database/prepared.ts';
import type { Scope } from '../database/scope.ts';
import type { OperationRequest } from '../http/operation.ts';
import type { CursorPosition } from './cursor.ts';
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
// biome-ignore lint/suspicious/noExplicitAny: each list has its own tables.
export type Rows<Row> = SelectQueryBuilder<any, any, Row>;

/** How a list finds rows if few of them match the filters. Reading it in order would read all rows. */
export interface Search<Id extends OperationId> {
  /** The searched table. */
  table: string;
  /** Its alias in the list's `rows`. */
  alias?: string;
  /**
   * Returns queries of complete rows of the table. Each one returns all rows that match some of the filters, and possibly
   * others, but no more than `max`, so it doesn't read more. The queries only depend on the names of the filters.
   */
  find(scope: Scope, filters: FilterValues<Id>, max: RawBuilder<number>): RawBuilder<unknown>[];
}

/** A list of the contract. */
export interface List<Id extends OperationId, Row = unknown, Item = unknown> {
  operation: Id;
  /** Returns all rows of the workspace, unsorted. Includes the condition on the workspace, in addition to row-level security. */
  rows(db: Db, scope: Scope, path: OperationRequest<Id>['path']): Rows<Row>;
  /** Path parameters that change the text of the query, and not only its parameters. */
  shapedBy?: readonly string[];
  filters: Filters<Id>;
  /** For lists that are too long to read completely. */
  search?: Search<Id>;
  /** Returns the number of rows without filters, if it's stored. */
  countAll?(db: Db, scope: Scope, path: OperationRequest<Id>['path']): Promise<number>;
  /** By value of `sort`; a list without that parameter has only `sorted`. */
  sorts: [SortName<Id>] extends [never] ? { sorted: SortKey } : Record<SortName<Id>, SortKey>;
  /** Orders rows with equal sort values; unique. */
  id: Expression<string | number>;
  /** Default direction of requests. Default `ASC`. */
  direction?: Direction;
  /** Direction of `id` among equal sort values. Default `ASC`, regardless of the direction of the sort key. */
  idDirection?: Direction;
  toItem(row: Row): Item;
  /**
   * Checks that no row of a page is missing; runs after it was read.
   *
   * @param after the position that the page follows; undefined for the first page
   * @throws {ApiError} when rows may be missing
   */
  checkPage?(db: Db, selection: Selection<Id>, after: CursorPosition | undefined): Promise<void>;
}

/** Returns a column as a sort key. */
export function sortKey(column: string, type: SortKey['type']): SortKey {
  return { by: sql.ref(column), type };
}

/** The rows of a list that match filters. */
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

/** Returns whether only the workspace and flags determine the selection. */
export function isUnfiltered<Id extends OperationId>({ path, filters }: Selection<Id>): boolean {
  const isFilter = ([name, value]: [string, unknown]) =>
    !['tenant_id', 'workspace_id'].includes(name) && isParameter(value);
  return !Object.entries({ ...path, ...filters }).some(isFilter);
}

/** Returns whether {@link findFew} can search for the rows of a selection. */
export function isSearchable<Id extends OperationId, Row>(
  { search }: List<Id, Row>,
  { scope, filters }: Selection<Id>,
): boolean {
  return search !== undefined && search.find(scope, filters, sql.lit(0)).length > 0;
}

/** Maximum number of rows to search for. If more match, reading the list in order finds a page quickly. */
const MAX_FOUND = 1_000;

/**
 * Searches for the rows of a selection without reading the list.
 *
 * @param db a connection on which nothing else runs in the meantime
 * @returns the index of the {@link Search} query that returns all of them; undefined if none does, or there are many
 */
export async function findFew<Id extends OperationId, Row>(
  list: List<Id, Row>,
  db: Db,
  selection: Selection<Id>,
): Promise<number | undefined> {
  const { search } = list;
  const count = search?.find(selection.scope, selection.filters, sql.lit(0)).length ?? 0;
  if (count === 0) return undefined;
  return planByOrder(db, async () => {
    for (let number = 0; number < count; number += 1) {
      const [row] = await runPrepared(
        db,
        `${list.operation} find ${number}`,
        { ...selection },
        ({ scope, filters }) => {
          const query = search?.find(scope, filters, sql.lit(MAX_FOUND + 1))[number];
          return sql<{
            found: number;
          }>`SELECT count(*) AS found FROM (SELECT FROM (${query}) AS found LIMIT ${sql.lit(MAX_FOUND + 1)}) AS few`;
        },
      );
      if (row && row.found <= MAX_FOUND) return number;
    }
    return undefined;
  });
}

/**
 * Runs queries that search by an index, and read its rows in order. The planner assumes that an unknown value is as common as
 * others, and would rather sort the results of another index, or of the complete table, which has the rows of all workspaces.
 *
 * @param db a connection on which nothing else runs in the meantime, because the setting applies to its session
 */
async function planByOrder<R>(db: Db, run: () => Promise<R>): Promise<R> {
  const sort = (value: 'on' | 'off') => sql`SELECT set_config('enable_sort', ${value}, false)`.execute(db);
  await sort('off');
  let result: R;
  try {
    result = await run();
  } catch (error) {
    // In a failed transaction, this statement also fails, and the rollback restores the setting.
    await sort('on').catch(() => undefined);
    throw error;
  }
  await sort('on');
  return result;
}

/**
 * Runs a query on the rows of a selection, which are unsorted.
 *
 * @param name distinguishes the queries of the list
 * @param values parameters of the query, in addition to the selection's
 * @param few the result of {@link findFew}; only these rows are read
 */
export function querySelection<Id extends OperationId, Row, Result, Values extends object>(
  list: List<Id, Row>,
  db: Db,
  name: string,
  selection: Selection<Id>,
  values: Values,
  build: (rows: Rows<Row>, values: Values, all: Rows<Row>) => RawBuilder<Result> | Rows<Result>,
  few?: number,
): Promise<Result[]> {
  const { path } = selection;
  const shape = (list.shapedBy ?? []).map((parameter) => (path as Record<string, unknown>)[parameter]);
  const key = [list.operation, ...shape, name, few].join(' ');
  const run = () =>
    runPrepared(db, key, { ...selection, values }, (placeholders): Query<Result> => {
      const shapePath = Object.fromEntries((list.shapedBy ?? []).map((parameter, index) => [parameter, shape[index]]));
      const rows = list.rows(db, placeholders.scope, { ...placeholders.path, ...shapePath });
      const conditions = toConditions(list.filters, placeholders.filters, placeholders.scope);
      const selected = conditions.reduce((remaining, condition) => remaining.where(condition), rows);
      const query = build(selected, placeholders.values, rows);
      if (few === undefined || !list.search) return query;
      const found = list.search.find(placeholders.scope, placeholders.filters, sql.lit(MAX_FOUND + 1))[few];
      // The table's name now refers to the found rows.
      return sql<Result>`WITH ${sql.table(list.search.table)} AS MATERIALIZED (${found}) ${query}`;
    });
  return few === undefined ? run() : planByOrder(db, run);
}

/** Counts the rows of a selection. @param few the result of {@link findFew} */
export async function countRows<Id extends OperationId, Row>(
  list: List<Id, Row>,
  db: Db,
  selection: Selection<Id>,
  few?: number,
): Promise<number> {
  const isFiltered = Object.values(selection.filters).some((value) => value !== undefined);
  if (list.countAll && !isFiltered) return list.countAll(db, selection.scope, selection.path);
  const count = (rows: Rows<Row>) => rows.clearSelect().select(sql<number>`count(*)`.as('total'));
  const [row] = await querySelection(list, db, 'count', selection, {}, count, few);
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
