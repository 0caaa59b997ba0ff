/** The operations on the log of changes. */
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { changeList } from './change-list.ts';

export const changeHandlers = {
  listChanges: async (request) => ({ status: 200, body: await cursorPage(changeList, request) }),
} satisfies Partial<Handlers>;
