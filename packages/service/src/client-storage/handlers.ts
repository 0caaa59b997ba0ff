import type { ClientStorageEntry } from '@aispm/types';
import { ApiError } from '../http/errors.ts';
import { etagOf, preconditionFailed, readIfMatch } from '../http/etag.ts';
import type { Handlers } from '../http/operation.ts';
import { cursorPage } from '../lists/cursor-page.ts';
import { deleteEntry, type Entry, keyList, readEntry, writeEntry } from './entries.ts';

/** There is no workspace to be in, so the words differ from those of other records. */
function noEntry(): ApiError {
  return new ApiError(404, 'There is no such entry.');
}

function toRecord({ value, created_at, updated_at }: Entry): ClientStorageEntry {
  return { value, created_at, updated_at };
}

export const clientStorageHandlers = {
  listClientStorage: async (request) => ({ status: 200, body: await cursorPage(keyList, request) }),

  getClientStorageEntry: async ({ path, scope, database }) => {
    const entry = await database((db) => readEntry(db, scope.userId, path));
    if (!entry) throw noEntry();
    return { status: 200, headers: { etag: etagOf(entry.etag) }, body: toRecord(entry) };
  },

  putClientStorageEntry: async ({ path, headers, body, url, scope, database }) => {
    const conditions = {
      wanted: readIfMatch(headers['if-match']),
      isNewOnly: headers['if-none-match'] !== undefined,
    };
    const entry = await database((db) => writeEntry(db, scope.userId, path, body.value, conditions));
    if (!entry) throw preconditionFailed();
    const etag = etagOf(entry.etag);
    return entry.is_new
      ? { status: 201, headers: { etag, location: url }, body: toRecord(entry) }
      : { status: 200, headers: { etag }, body: toRecord(entry) };
  },

  deleteClientStorageEntry: async ({ path, headers, scope, database }) => {
    await database(async (db) => {
      if (await deleteEntry(db, scope.userId, path, readIfMatch(headers['if-match']))) return;
      throw (await readEntry(db, scope.userId, path)) ? preconditionFailed() : noEntry();
    });
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
