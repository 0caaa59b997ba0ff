/** Pages by cursor. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import type { OperationRequest } from '../http/operation.ts';
import { type Place, readCursor, writeCursor } from './cursor.ts';
import { type Choice, choiceOf, count, isWhole, keyword, type List, onRows, orderOf } from './list.ts';

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

/** Most rows that are read at once: those of a part of an export. Pages of the contract are shorter. */
const LONGEST_PAGE = 500;

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
  const { services } = request;
  const query = request.query as unknown as PagingQuery;
  const choice = choiceOf(request);
  const name = nameOf(list, request);
  const after = query.cursor === undefined ? undefined : readCursor(services.cursorKey, name, query.cursor);
  return request.database(async (db) => {
    const found = await readPage(list, db, choice, query, after, query.page_size + 1);
    const items = found.slice(0, query.page_size);
    const last = found.length > query.page_size ? items.at(-1) : undefined;
    const cursor = last
      ? writeCursor(services.cursorKey, name, { key: last.place_key, id: String(last.place_id) })
      : '';
    return {
      items: items.map((row) => list.toItem(row)),
      cursor,
      page_size: query.page_size,
      ...(query.include_total && { total: await count(list, db, choice) }),
    };
  });
}

/** All rows of a list, page after page, in its order; each page is a query of its own, so that memory stays bounded. */
export async function* walk<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  read: <R>(work: (db: Db) => Promise<R>) => Promise<R>,
  request: Pick<OperationRequest<Id>, 'scope' | 'path' | 'query'>,
): AsyncGenerator<Item[]> {
  const choice = choiceOf(request);
  let after: Place | undefined;
  for (;;) {
    const place = after;
    const found = await read((db) => readPage(list, db, choice, request.query as PagingQuery, place, LONGEST_PAGE));
    if (found.length > 0) yield found.map((row) => list.toItem(row));
    const last = found.at(-1);
    if (!last || found.length < LONGEST_PAGE) return;
    after = { key: last.place_key, id: String(last.place_id) };
  }
}

/** Reads the rows after a place. */
async function readPage<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  db: Db,
  choice: Choice<Id>,
  query: Pick<PagingQuery, 'sort' | 'order'>,
  after: Place | undefined,
  limit: number,
): Promise<(Row & Placed)[]> {
  const { key, direction } = orderOf(list as List<Id>, query);
  const { id, idDirection = 'ASC' } = list;
  const order = `${query.sort} ${direction} ${idDirection}`;
  const read = (part: string, most: number, condition?: (place: Place) => RawBuilder<SqlBool>) =>
    onRows(list, db, `${part} ${order}`, choice, { ...after, most }, (rows, { most, ...place }) => {
      const ordered = (condition ? rows.where(condition(place as Place)) : rows)
        .select([sql<string>`${key.by}::text`.as('place_key'), sql<string>`${id}`.as('place_id')])
        .orderBy(sql`${key.by} ${keyword(direction)}, ${id} ${keyword(idDirection)}`);
      if (!isWhole(choice)) return ordered.limit(sql<number>`${most}`);
      // To plan it takes as long as to run it. One plan that is kept has to know that few rows are wanted: for a limit that it does
      // not know, PostgreSQL reckons with a tenth of all rows. Where filters decide, the plan depends on their values.
      return sql<Row & Placed>`SELECT * FROM (${ordered.limit(sql.lit(LONGEST_PAGE))}) AS page LIMIT ${most}`;
    });
  if (!after) return read('first', limit);
  const keyOf = (place: Place) => sql`${place.key}::${sql.raw(key.type)}`;
  const beyond = { ASC: sql`>`, DESC: sql`<` };
  if (direction === idDirection) {
    return read('next', limit, (place) => sql`(${key.by}, ${id}) ${beyond[direction]} (${keyOf(place)}, ${place.id})`);
  }
  // Where the two run in opposite ways no single condition can use an index: first the rest of the equals, then the others.
  const equals = await read(
    'equals',
    limit,
    (place) => sql`${key.by} = ${keyOf(place)} AND ${id} ${beyond[idDirection]} ${place.id}`,
  );
  if (equals.length === limit) return equals;
  const others = await read(
    'others',
    limit - equals.length,
    (place) => sql`${key.by} ${beyond[direction]} ${keyOf(place)}`,
  );
  return [...equals, ...others];
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
