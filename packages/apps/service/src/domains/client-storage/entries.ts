/**
 * Values that applications store for their users. The user is the owner of the API key; entries of other users aren't
 * accessible.
 */
import type { ClientStorageKey, ClientStorageNamespace, ClientStorageValue } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { getSchema } from '../../platform/contract/contract.ts';
import { newId } from '../../platform/core/identifiers.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { json } from '../../platform/database/json.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { listVersions } from '../../platform/http/etag.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';

/** Identifies an entry of a user. */
export interface EntryPath {
  client_id: string;
  namespace: string;
  key: string;
}

/** An entry with its entity tag. */
export interface Entry {
  value: ClientStorageValue;
  etag: string;
  created_at: string;
  updated_at: string;
}

/** Maximum size of a value as compact JSON, in bytes. */
const MAX_SIZE_BYTES = getSchema('ClientStorageKey').properties?.size_bytes?.maximum ?? 0;

/** The keys of a namespace, sorted by code point, without values. */
export const keyList: List<'listClientStorage', ClientStorageKey, ClientStorageKey> = {
  operation: 'listClientStorage',
  rows: (db, { userId }, { client_id, namespace }) =>
    db
      .selectFrom('client_storage')
      .select(['key', 'size_bytes', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .where('client_id', '=', client_id)
      .where('namespace', '=', namespace),
  filters: {},
  sorts: { sorted: sortKey('key', 'text') },
  id: sql.ref('key'),
  toItem: (row) => row,
};

/** The namespaces of an application with entries of the user, sorted by code point. */
export const namespaceList: List<'listClientStorageNamespaces', ClientStorageNamespace, ClientStorageNamespace> = {
  operation: 'listClientStorageNamespaces',
  rows: (db, { userId }, { client_id }) =>
    db
      .selectFrom(
        db
          .selectFrom('client_storage')
          .select(({ fn }) => [
            'namespace',
            fn.countAll<number>().as('key_count'),
            sql<number>`sum(size_bytes)::bigint`.as('size_bytes'),
            fn.max('updated_at').as('updated_at'),
          ])
          .where('user_id', '=', userId)
          .where('client_id', '=', client_id)
          .groupBy('namespace')
          .as('namespaces'),
      )
      .select(['namespace', 'key_count', 'size_bytes', 'updated_at']),
  filters: {},
  sorts: { sorted: sortKey('namespace', 'text') },
  id: sql.ref('namespace'),
  toItem: (row) => row,
};

function toKeyColumns(userId: string, { client_id, namespace, key }: EntryPath) {
  return { user_id: userId, client_id, namespace, key };
}

const ENTRY_COLUMNS = ['value', 'etag', 'created_at', 'updated_at'] as const;

/** Returns an entry; undefined when there's none. */
export async function readEntry(db: Db, userId: string, path: EntryPath): Promise<Entry | undefined> {
  const row = await db
    .selectFrom('client_storage')
    .select(ENTRY_COLUMNS)
    .where((entry) => entry.and(toKeyColumns(userId, path)))
    .executeTakeFirst();
  return row as Entry | undefined;
}

/**
 * Writes an entry in one statement, so preconditions hold even if several clients write at once.
 *
 * @param conditions preconditions of the request, on the entity tag
 * @returns the entry, and whether it's new; undefined if a precondition fails
 * @throws {ApiError} 413 if the value is too large
 */
export async function writeEntry(
  db: Db,
  userId: string,
  path: EntryPath,
  value: ClientStorageValue,
  { ifMatch, ifNoneMatch }: { ifMatch: string | undefined; ifNoneMatch: string | undefined },
): Promise<(Entry & { is_new: boolean }) | undefined> {
  const size_bytes = Buffer.byteLength(JSON.stringify(value));
  if (size_bytes > MAX_SIZE_BYTES) {
    const message = `The value is larger than ${MAX_SIZE_BYTES} bytes as JSON. Send a smaller one.`;
    throw new ApiError(413, 'value_too_large', message);
  }
  const content = { value: json(value) as RawBuilder<never>, size_bytes, etag: newId() };
  const others = listVersions(ifNoneMatch);
  const isNewOnly = ifNoneMatch !== undefined && others === undefined;
  const isOther =
    others === undefined ? sql<boolean>`true` : sql<boolean>`client_storage.etag <> all(${others}::text[])`;
  if (ifMatch !== undefined) {
    if (isNewOnly) return undefined;
    const updated = await db
      .updateTable('client_storage')
      .set({ ...content, updated_at: sql`now()` })
      .where((entry) => entry.and(toKeyColumns(userId, path)))
      .where(isVersion(listVersions(ifMatch)))
      .where(isOther)
      .returning(ENTRY_COLUMNS)
      .executeTakeFirst();
    return updated && { ...(updated as Entry), is_new: false };
  }
  const inserted = await db
    .insertInto('client_storage')
    .values({ ...toKeyColumns(userId, path), ...content })
    .onConflict((conflict) =>
      isNewOnly
        ? conflict.doNothing()
        : conflict
            .columns(['user_id', 'client_id', 'namespace', 'key'])
            .doUpdateSet({ ...content, updated_at: sql`now()` })
            .where(isOther),
    )
    .returning([...ENTRY_COLUMNS, sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirst();
  return inserted as (Entry & { is_new: boolean }) | undefined;
}

/**
 * Deletes an entry.
 *
 * @returns false if it doesn't exist, or its entity tag doesn't match
 */
export async function deleteEntry(
  db: Db,
  userId: string,
  path: EntryPath,
  ifMatch: string | undefined,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('client_storage')
    .where((entry) => entry.and(toKeyColumns(userId, path)))
    .where(isVersion(listVersions(ifMatch)))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** @param versions undefined for any */
function isVersion(versions: readonly string[] | undefined): RawBuilder<boolean> {
  return versions === undefined ? sql`true` : sql`etag = any(${versions}::text[])`;
}
