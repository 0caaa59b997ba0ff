/** Pages by cursor. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import type { OperationRequest } from '../http/operation.ts';
import { type Place, readCursor, writeCursor } from './cursor.ts';
import type { FilterValues } from './filters.ts';
import { count, keyword, type List, orderOf, type Rows, type SortKey, selected } from './list.ts';

/** The part that all cursor-paged answers share. */
export interface CursorPage<Item> {
  items: Item[];
  /** Empty on the last page. */
  cursor: string;
  page_size: number;
  total?: number;
}

interface PagingQuery {
  page_size: number;
  cursor?: string;
  include_total?: boolean;
  sort?: string;
  order?: 'ASC' | 'DESC';
}

/** What is read besides the row: where it stands in the order. */
interface Placed {
  place_key: string;
  place_id: string | number;
}

/**
 * Answers a request for a page.
 *
 * @throws {ApiError} 400 when the cursor belongs to another list
 */
export async function cursorPage<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  request: OperationRequest<Id>,
): Promise<CursorPage<Item>> {
  const { scope, path, services } = request;
  const query = request.query as unknown as PagingQuery;
  const filters = request.query as unknown as FilterValues<Id>;
  const name = nameOf(list, request);
  const after = query.cursor === undefined ? undefined : readCursor(services.cursorKey, name, query.cursor);
  return request.database(async (db) => {
    const rows = selected(list, db, scope, path, filters);
    const found = await readPage(list, rows, query, after, query.page_size + 1);
    const items = found.slice(0, query.page_size);
    const last = found.length > query.page_size ? items.at(-1) : undefined;
    const cursor = last
      ? writeCursor(services.cursorKey, name, { key: last.place_key, id: String(last.place_id) })
      : '';
    return {
      items: items.map((row) => list.toItem(row)),
      cursor,
      page_size: query.page_size,
      ...(query.include_total && { total: await count(rows) }),
    };
  });
}

/** All rows of a list, page after page, in its order; each page is a query of its own, so that memory stays bounded. */
export async function* walk<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  read: <R>(work: (db: Db) => Promise<R>) => Promise<R>,
  scope: Scope,
  path: OperationRequest<Id>['path'],
  query: OperationRequest<Id>['query'],
  pageSize: number,
): AsyncGenerator<Item[]> {
  let after: Place | undefined;
  for (;;) {
    const found = await read((db) =>
      readPage(
        list,
        selected(list, db, scope, path, query as unknown as FilterValues<Id>),
        query as unknown as PagingQuery,
        after,
        pageSize,
      ),
    );
    if (found.length > 0) yield found.map((row) => list.toItem(row));
    const last = found.at(-1);
    if (!last || found.length < pageSize) return;
    after = { key: last.place_key, id: String(last.place_id) };
  }
}

/** Reads the rows after a place. */
async function readPage<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  rows: Rows<Row>,
  query: PagingQuery,
  after: Place | undefined,
  limit: number,
): Promise<(Row & Placed)[]> {
  const { key, direction } = orderOf(list as List<Id>, query);
  const { id, idDirection = 'ASC' } = list;
  const read = (condition: RawBuilder<SqlBool> | undefined, most: number) =>
    (condition ? rows.where(condition) : rows)
      .select([sql<string>`${key.by}::text`.as('place_key'), sql<string>`${id}`.as('place_id')])
      .orderBy(sql`${key.by} ${keyword(direction)}, ${id} ${keyword(idDirection)}`)
      .limit(most)
      .execute() as Promise<(Row & Placed)[]>;
  if (!after) return read(undefined, limit);
  const place = { key: parameter(after.key, key.type), id: sql`${after.id}` };
  const beyond = { ASC: sql`>`, DESC: sql`<` };
  if (direction === idDirection) {
    return read(sql`(${key.by}, ${id}) ${beyond[direction]} (${place.key}, ${place.id})`, limit);
  }
  // Where the two run in opposite ways no single condition can use an index: first the rest of the equals, then the others.
  const equals = await read(sql`${key.by} = ${place.key} AND ${id} ${beyond[idDirection]} ${place.id}`, limit);
  if (equals.length === limit) return equals;
  return [...equals, ...(await read(sql`${key.by} ${beyond[direction]} ${place.key}`, limit - equals.length))];
}

function parameter(value: string, type: SortKey['type']): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(type)}`;
}

/** Names a list as a cursor is bound to it. */
function nameOf<Id extends OperationId>(list: List<Id>, { scope, path, query }: OperationRequest<Id>): string {
  const isPaging = (name: string) => ['page_size', 'cursor', 'include_total', 'page'].includes(name);
  const choices = Object.entries(query as Record<string, unknown>)
    .filter(([name]) => !isPaging(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const owner = 'client_id' in path ? scope.userId : [scope.tenantId, scope.workspaceId];
  return JSON.stringify([list.operation, owner, path, choices]);
}
