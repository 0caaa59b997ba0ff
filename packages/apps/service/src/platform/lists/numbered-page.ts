/** Pages by number: the lists under `/eval`. */
import { sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { OperationRequest } from '../http/operation.ts';
import { countRows, directionSql, type List, querySelection, resolveOrder, toSelection } from './list.ts';

/** The properties that all numbered pages share. */
export interface NumberedPage<Item> {
  items: Item[];
  page: number;
  page_size: number;
  total_count: number;
  total_pages: number;
}

/** The query parameters of a list with page numbers. */
interface PagingQuery {
  page: number;
  page_size: number;
  sort?: string;
  order?: 'ASC' | 'DESC';
}

/** Returns the requested page; a page after the last is empty. Equal sort values are ordered by `id` in the same direction. */
export async function numberedPage<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  request: OperationRequest<Id> & { query: PagingQuery },
): Promise<NumberedPage<Item>> {
  const { query } = request;
  const { page, page_size } = query;
  const { key, direction } = resolveOrder(list as List<Id>, query);
  const selection = toSelection(request);
  return request.database(async (db) => {
    const total_count = await countRows(list, db, selection);
    const offset = (page - 1) * page_size;
    const order = `${query.sort} ${direction}`;
    const found =
      offset >= total_count
        ? []
        : await querySelection(list, db, order, selection, { page_size, offset }, (rows, values) =>
            rows
              .orderBy(sql`${key.by} ${directionSql(direction)}, ${list.id} ${directionSql(direction)}`)
              .limit(sql<number>`${values.page_size}`)
              .offset(sql<number>`${values.offset}`),
          );
    return {
      items: found.map((row) => list.toItem(row as Row)),
      page,
      page_size,
      total_count,
      total_pages: Math.ceil(total_count / page_size),
    };
  });
}
