/** What applications keep for their users. The user is that of the API key: nobody else's entries are in reach. */
import type { ClientStorageKey, ClientStorageValue } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { schemaOf } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import { ApiError } from '../http/errors.ts';
import type { WantedVersion } from '../http/etag.ts';
import { newId } from '../identifiers.ts';
import { type List, sortKey } from '../lists/list.ts';

/** Names an entry. */
export interface EntryPath {
  client_id: string;
  namespace: string;
  key: string;
}

/** An entry with its version. */
export interface Entry {
  value: ClientStorageValue;
  etag: string;
  created_at: string;
  updated_at: string;
}

/** Largest value as compact JSON, in bytes. */
const MAX_SIZE = schemaOf('ClientStorageKey').properties?.size_bytes?.maximum ?? 0;

/** Keys by code point, without values. */
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

function identity(userId: string, { client_id, namespace, key }: EntryPath) {
  return { user_id: userId, client_id, namespace, key };
}

const SHOWN = ['value', 'etag', 'created_at', 'updated_at'] as const;

/** Reads an entry; undefined when there is none. */
export async function readEntry(db: Db, userId: string, path: EntryPath): Promise<Entry | undefined> {
  const row = await db
    .selectFrom('client_storage')
    .select(SHOWN)
    .where((entry) => entry.and(identity(userId, path)))
    .executeTakeFirst();
  return row as Entry | undefined;
}

/**
 * Writes an entry, in one statement, so that conditions hold however many write at once.
 *
 * @param isNewOnly write only where there is nothing yet
 * @returns the entry, and whether it is new; undefined when a condition does not hold
 * @throws {ApiError} 413 when the value is too large
 */
export async function writeEntry(
  db: Db,
  userId: string,
  path: EntryPath,
  value: ClientStorageValue,
  { wanted, isNewOnly }: { wanted: WantedVersion; isNewOnly: boolean },
): Promise<(Entry & { is_new: boolean }) | undefined> {
  const size_bytes = Buffer.byteLength(JSON.stringify(value));
  if (size_bytes > MAX_SIZE) throw new ApiError(413, `The value must not be larger than ${MAX_SIZE} bytes as JSON.`);
  const content = { value: json(value) as RawBuilder<never>, size_bytes, etag: newId() };
  if (wanted !== undefined) {
    if (isNewOnly) return undefined;
    const updated = await db
      .updateTable('client_storage')
      .set({ ...content, updated_at: sql`now()` })
      .where((entry) => entry.and(identity(userId, path)))
      .where(isWanted(wanted))
      .returning(SHOWN)
      .executeTakeFirst();
    return updated && { ...(updated as Entry), is_new: false };
  }
  const inserted = await db
    .insertInto('client_storage')
    .values({ ...identity(userId, path), ...content })
    .onConflict((conflict) =>
      isNewOnly
        ? conflict.doNothing()
        : conflict
            .columns(['user_id', 'client_id', 'namespace', 'key'])
            .doUpdateSet({ ...content, updated_at: sql`now()` }),
    )
    .returning([...SHOWN, sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirst();
  return inserted as (Entry & { is_new: boolean }) | undefined;
}

/** Deletes an entry. @returns false when there is none, or it is not in a version that is wanted */
export async function deleteEntry(db: Db, userId: string, path: EntryPath, wanted: WantedVersion): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('client_storage')
    .where((entry) => entry.and(identity(userId, path)))
    .where(isWanted(wanted))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

function isWanted(wanted: WantedVersion): RawBuilder<boolean> {
  return wanted === undefined || wanted === '*' ? sql`true` : sql`etag = ${wanted}`;
}
