/** Pages by number: all lists under `/eval`. */
import { sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { OperationRequest } from '../http/operation.ts';
import { choiceOf, count, keyword, type List, onRows, orderOf } from './list.ts';

/** The part that all numbered pages share. */
export interface NumberedPage<Item> {
  items: Item[];
  page: number;
  page_size: number;
  total_count: number;
  total_pages: number;
}

/** Answers a request for a page; one after the last is empty. The identifier runs the way of the order. */
export async function numberedPage<Id extends OperationId, Row, Item>(
  list: List<Id, Row, Item>,
  request: OperationRequest<Id>,
): Promise<NumberedPage<Item>> {
  const query = request.query as unknown as { page: number; page_size: number; sort?: string; order?: 'ASC' | 'DESC' };
  const { page, page_size } = query;
  const { key, direction } = orderOf(list as List<Id>, query);
  const choice = choiceOf(request);
  return request.database(async (db) => {
    const total_count = await count(list, db, choice);
    const offset = (page - 1) * page_size;
    const order = `${query.sort} ${direction}`;
    const found =
      offset >= total_count
        ? []
        : await onRows(list, db, order, choice, { page_size, offset }, (rows, values) =>
            rows
              .orderBy(sql`${key.by} ${keyword(direction)}, ${list.id} ${keyword(direction)}`)
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
