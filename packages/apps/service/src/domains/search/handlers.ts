/** The operation of the search. */
import { readSearchText, SEARCHED_TYPES } from '@aispm/domain';
import type { Handlers } from '../../platform/http/operation.ts';
import { readCursor, writeCursor } from '../../platform/lists/cursor.ts';
import { cursorListName } from '../../platform/lists/cursor-page.ts';
import { formatPosition, parsePosition } from './position.ts';
import { search } from './search.ts';

export const searchHandlers = {
  listSearchResults: async (request) => {
    const { services, query } = request;
    const name = cursorListName({ operation: 'listSearchResults' }, request);
    const { items, next } = await request.database((db) =>
      search(db, request.scope, {
        text: readSearchText(query.query),
        types: SEARCHED_TYPES.filter((type) => query.result_type?.includes(type) ?? true),
        after:
          query.cursor === undefined ? undefined : parsePosition(readCursor(services.cursorKey, name, query.cursor)),
        limit: query.page_size,
      }),
    );
    const cursor = next ? writeCursor(services.cursorKey, name, formatPosition(next)) : '';
    return { status: 200, body: { items, cursor, page_size: query.page_size } };
  },
} satisfies Partial<Handlers>;
