/** The operations on stored values of applications. */
import type { ClientStorageEntry } from '@aispm/types';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { formatETag, preconditionFailed } from '../../platform/http/etag.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { deleteEntry, type Entry, keyList, namespaceList, readEntry, writeEntry } from './entries.ts';

/** Entries don't belong to a workspace, so the message for other records doesn't apply. */
function entryNotFound(): ApiError {
  return new ApiError(404, 'not_found', 'There is no such entry.');
}

function toRecord({ value, created_at, updated_at }: Entry): ClientStorageEntry {
  return { value, created_at, updated_at };
}

export const clientStorageHandlers = {
  listClientStorageNamespaces: async (request) => ({ status: 200, body: await cursorPage(namespaceList, request) }),

  listClientStorage: async (request) => ({ status: 200, body: await cursorPage(keyList, request) }),

  getClientStorageEntry: async ({ path, scope, database }) => {
    const entry = await database((db) => readEntry(db, scope.userId, path));
    if (!entry) throw entryNotFound();
    return { status: 200, headers: { etag: formatETag(entry.etag) }, body: toRecord(entry) };
  },

  putClientStorageEntry: async ({ path, headers, body, url, scope, database }) => {
    const conditions = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
    const entry = await database((db) => writeEntry(db, scope.userId, path, body.value, conditions));
    if (!entry) throw preconditionFailed();
    const etag = formatETag(entry.etag);
    return entry.is_new
      ? { status: 201, headers: { etag, location: url }, body: toRecord(entry) }
      : { status: 200, headers: { etag }, body: toRecord(entry) };
  },

  deleteClientStorageEntry: async ({ path, headers, scope, database }) => {
    await database(async (db) => {
      if (await deleteEntry(db, scope.userId, path, headers['if-match'])) return;
      throw (await readEntry(db, scope.userId, path)) ? preconditionFailed() : entryNotFound();
    });
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
