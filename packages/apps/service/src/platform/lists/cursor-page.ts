/** Pages by cursor. */
import { isPagingParameter, isScopeParameter } from '@aispm/openapi';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import type { OperationRequest } from '../http/operation.ts';
import { type CursorPosition, readCursor, writeCursor } from './cursor.ts';
import {
  countRows,
  directionSql,
  findFew,
  isSearchable,
  isUnfiltered,
  type List,
  querySelection,
  type Rows,
  resolveOrder,
  type Selection,
  toSelection,
} from './list.ts';

/** The properties that all cursor pages share. */
export interface CursorPage<Item> {
  items: Item[];
  /** Empty on the last page. */
  cursor: string;
  page_size: number;
  total?: number;
}

/** The query parameters of a list with a cursor. */
interface PagingQuery {
  page_size: number;
  cursor?: string;
  include_total?: boolean;
  sort?: string;
  order?: 'ASC' | 'DESC';
}

/** Maximum number of rows per query, used for parts of exports. The pages of the contract are shorter. */
const MAX_ROWS = 500;

/** The position of a row, which is read with the row. */
interface RowPosition {
  position_key: string;
  position_id: string | number;
}

/**
 * Returns the requested page of a list.
 *
 * @throws {ApiError} 400 if the cursor belongs to another list
 */
export async function cursorPage<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  request: OperationRequest<Id> & { query: PagingQuery },
): Promise<CursorPage<Item>> {
  const { services, query } = request;
  const selection = toSelection(request);
  const name = cursorListName(list, request);
  const after = query.cursor === undefined ? undefined : readCursor(services.cursorKey, name, query.cursor);
  // Filters and counts may have to read many rows, and a search changes a setting of its connection.
  const isShort = isUnfiltered(selection) && !isSearchable(list, selection) && !query.include_total;
  const run = isShort ? request.read : request.database;
  return run(async (db) => {
    const few = query.include_total ? await findFew(list, db, selection) : undefined;
    const read = (part?: Part) => readRows(list, db, selection, query, after, query.page_size + 1, part);
    const rows =
      few === undefined ? await searchRows(list, db, selection, read, query.page_size + 1) : await read({ few });
    await list.checkPage?.(db, selection, after);
    const page = rows.slice(0, query.page_size);
    const last = rows.length > query.page_size ? page.at(-1) : undefined;
    return {
      items: page.map((row) => list.toItem(row)),
      cursor: last ? writeCursor(services.cursorKey, name, toPosition(last)) : '',
      page_size: query.page_size,
      ...(query.include_total && { total: await countRows(list, db, selection, few) }),
    };
  });
}

/** Reads all rows of a selection in pages and in order. Each page is a separate query, which limits memory. */
export async function* readPages<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  read: <R>(run: (db: Db) => Promise<R>) => Promise<R>,
  request: Pick<OperationRequest<Id>, 'scope' | 'path' | 'query'>,
): AsyncGenerator<Item[]> {
  const selection = toSelection(request);
  let position: CursorPosition | undefined;
  for (;;) {
    const after = position;
    const rows = await read((db) => readRows(list, db, selection, request.query as PagingQuery, after, MAX_ROWS));
    if (rows.length > 0) yield rows.map((row) => list.toItem(row));
    const last = rows.at(-1);
    if (!last || rows.length < MAX_ROWS) return;
    position = toPosition(last);
  }
}

function toPosition({ position_key, position_id }: RowPosition): CursorPosition {
  return { key: position_key, id: String(position_id) };
}

/** A subset of a list's rows: the ones at the position, or the few that were found. */
type Part = 'beginning' | { few: number };

/** Number of rows to look through for a page before searching by index. */
const BEGINNING = 200;

/**
 * Reads a page of a list with filters. If many rows match, reading in order finds a page quickly; if few match, an index finds
 * them. Which one applies isn't known in advance, so the first is tried with a limit.
 */
async function searchRows<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  db: Db,
  selection: Selection<Id>,
  read: (part?: Part) => Promise<(Row & RowPosition)[]>,
  limit: number,
): Promise<(Row & RowPosition)[]> {
  if (!isSearchable(list, selection)) return read();
  const beginning = await read('beginning');
  if (beginning.length === limit) return beginning;
  const few = await findFew(list, db, selection);
  return read(few === undefined ? undefined : { few });
}

/** Reads the rows after a position. */
async function readRows<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  db: Db,
  selection: Selection<Id>,
  query: Pick<PagingQuery, 'sort' | 'order'>,
  after: CursorPosition | undefined,
  limit: number,
  part?: Part,
): Promise<(Row & RowPosition)[]> {
  const { search } = list;
  const few = typeof part === 'object' ? part.few : undefined;
  const { key, direction } = resolveOrder(list as List<Id>, query);
  const { id, idDirection = 'ASC' } = list;
  const order = `${query.sort} ${direction} ${idDirection}`;
  const read = (rest: string, max: number, condition?: (position: CursorPosition) => RawBuilder<SqlBool>) => {
    const build = (rows: Rows<Row>, values: CursorPosition & { max: number }, all: Rows<Row>) => {
      const sort = <R>(unsorted: Rows<R>) =>
        (condition ? unsorted.where(condition(values)) : unsorted).orderBy(
          sql`${key.by} ${directionSql(direction)}, ${id} ${directionSql(idDirection)}`,
        );
      const ordered = sort(rows).select([
        sql<string>`${key.by}::text`.as('position_key'),
        sql<string>`${id}`.as('position_id'),
      ]) as Rows<Row & RowPosition>;
      if (search && part === 'beginning') {
        const beginning = sort(all.clearSelect().selectAll(search.alias ?? search.table)).limit(sql.lit(BEGINNING));
        return sql<
          Row & RowPosition
        >`WITH ${sql.table(search.table)} AS (${beginning}) ${ordered.limit(sql<number>`${values.max}`)}`;
      }
      if (!isUnfiltered(selection)) return ordered.limit(sql<number>`${values.max}`);
      // Planning takes as long as running. A cached plan must know that few rows are needed: for a parameterized limit,
      // PostgreSQL assumes a tenth of all rows. With filters, the best plan depends on their values, so plans aren't cached.
      return sql<Row & RowPosition>`SELECT * FROM (${ordered.limit(sql.lit(MAX_ROWS))}) AS page LIMIT ${values.max}`;
    };
    const name = [rest, order, ...(part === 'beginning' ? [part] : [])].join(' ');
    return querySelection(list, db, name, selection, { ...after, max } as CursorPosition & { max: number }, build, few);
  };
  if (!after) return read('first', limit);
  const keyValue = (position: CursorPosition) => sql`${position.key}::${sql.raw(key.type)}`;
  const beyond = { ASC: sql`>`, DESC: sql`<` };
  if (direction === idDirection) {
    return read(
      'next',
      limit,
      (position) => sql`(${key.by}, ${id}) ${beyond[direction]} (${keyValue(position)}, ${position.id})`,
    );
  }
  // With opposite directions, no single condition can use an index, so first the rows with the same sort value are read, then
  // the others.
  const equalRows = await read(
    'equal',
    limit,
    (position) => sql`${key.by} = ${keyValue(position)} AND ${id} ${beyond[idDirection]} ${position.id}`,
  );
  // There may be more of them beyond the start.
  if (equalRows.length === limit || part === 'beginning') return equalRows;
  const otherRows = await read(
    'others',
    limit - equalRows.length,
    (position) => sql`${key.by} ${beyond[direction]} ${keyValue(position)}`,
  );
  return [...equalRows, ...otherRows];
}

/** Returns the name of a list, which its cursors are bound to. */
export function cursorListName<Id extends OperationId>(
  { operation }: { operation: Id },
  { scope, path, query }: OperationRequest<Id>,
): string {
  const parameters = Object.entries(query as Record<string, unknown>)
    // The name already contains the scope, whether it's selected or the default.
    .filter(([name]) => !isPagingParameter(name) && !isScopeParameter(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const owner = 'client_id' in path ? scope.userId : [scope.tenantId, scope.workspaceId];
  return JSON.stringify([operation, owner, path, parameters]);
}
