/** API keys in the database. */
import type { ApiKeyAccess } from '@aispm/types';
import { sql } from 'kysely';
import { appendCommand } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/dialect.ts';
import type { Workspace } from '../database/rows.ts';
import { generateKey, type NewKey } from './key.ts';

/** A workspace that a key grants access to. */
export interface Grant {
  tenantId: string;
  workspaceId: string;
  isDefault: boolean;
}

/** A key without its secret. */
export interface KeyRecord {
  keyId: string;
  name: string;
  access: ApiKeyAccess;
  userId: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  grants: Grant[];
}

/** What a new key grants access to. */
export interface KeyOptions {
  /** At least one, which must exist; the first is the default. */
  workspaces: readonly { tenantId: string; workspaceId: string }[];
  /** Default: `admin`, because this key has to create other keys. */
  access?: ApiKeyAccess;
  /** Default: {@link DEFAULT_NAME}. */
  name?: string;
  /** The owner of the key; by default, a separate user. */
  userId?: string;
  /** By default, the key never expires. */
  expiresAt?: Date;
}

/** The default name of keys. */
const DEFAULT_NAME = 'Command line';

/**
 * Creates a key for existing workspaces.
 *
 * @param command the name of the command, for the audit log of the default workspace
 * @returns the key, which can't be read again
 */
export function createKey(database: Database, options: KeyOptions, command: string): Promise<string> {
  return database.system((db) =>
    db.transaction().execute(async (transaction) => {
      const { key, keyId } = await insertKey(transaction, options);
      await appendCommand(transaction, options.workspaces[0], command, [keyId]);
      return key;
    }),
  );
}

/** Inserts a key for existing workspaces, inside a transaction. @returns the key, which can't be read again, and its id */
export async function insertKey(
  db: Db,
  { workspaces, access = 'admin', name = DEFAULT_NAME, userId, expiresAt }: KeyOptions,
): Promise<Pick<NewKey, 'key' | 'keyId'>> {
  const { key, keyId, hash } = generateKey();
  await db
    .insertInto('api_keys')
    .values({
      key_id: keyId,
      key_hash: hash,
      user_id: userId ?? `key-${keyId}`,
      name,
      access,
      expires_at: expiresAt?.toISOString() ?? null,
    })
    .execute();
  await insertGrants(db, keyId, workspaces);
  return { key, keyId };
}

/** Grants a key access to workspaces; the first is the default. It must have no access yet. */
export async function insertGrants(db: Db, keyId: string, workspaces: KeyOptions['workspaces']): Promise<void> {
  await db
    .insertInto('api_key_grants')
    .values(
      workspaces.map(({ tenantId, workspaceId }, index) => ({
        key_id: keyId,
        tenant_id: tenantId,
        workspace_id: workspaceId,
        is_default: index === 0,
      })),
    )
    .execute();
}

/** Lists all keys, oldest first. */
export function listKeys(database: Database): Promise<KeyRecord[]> {
  return database.system(async (db) => {
    const keys = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('key_id').execute();
    const grants = await db.selectFrom('api_key_grants').selectAll().execute();
    return keys.map((key) => ({
      keyId: key.key_id,
      name: key.name,
      access: key.access as ApiKeyAccess,
      userId: key.user_id,
      createdAt: key.created_at,
      expiresAt: key.expires_at,
      revokedAt: key.revoked_at,
      lastUsedAt: key.last_used_at,
      grants: grants
        .filter(({ key_id }) => key_id === key.key_id)
        .map((grant) => ({
          tenantId: grant.tenant_id,
          workspaceId: grant.workspace_id,
          isDefault: grant.is_default,
        })),
    }));
  });
}

/**
 * Revokes a key, as the command `keys revoke`; all processes reject it within seconds.
 *
 * @returns false if there's no unrevoked key with this id
 */
export function revokeKey(database: Database, keyId: string): Promise<boolean> {
  return database.system((session) =>
    session.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: sql`now()` })
        .where('key_id', '=', keyId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      const grant = await db
        .selectFrom('api_key_grants')
        .select(['tenant_id as tenantId', 'workspace_id as workspaceId'])
        .where('key_id', '=', keyId)
        .where('is_default', '=', true)
        .executeTakeFirst();
      await appendCommand(db, grant, 'keys revoke', [keyId]);
      return true;
    }),
  );
}

/** Revokes the access of all keys to a workspace, and deletes keys without access to others. */
export function removeGrants(database: Database, { tenantId, workspaceId }: Workspace): Promise<void> {
  return database.system((db) =>
    db.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('api_key_grants')
        .where('tenant_id', '=', tenantId)
        .where('workspace_id', '=', workspaceId)
        .returning('key_id')
        .execute();
      const ids = removed.map(({ key_id }) => key_id);
      await sql`
        DELETE FROM api_keys WHERE key_id = ANY(${ids}::text[])
          AND NOT EXISTS (SELECT FROM api_key_grants WHERE api_key_grants.key_id = api_keys.key_id)`.execute(
        transaction,
      );
    }),
  );
}

/** Returns whether a key was ever created. */
export function hasKeys(database: Database): Promise<boolean> {
  return database.system(
    async (db) => (await db.selectFrom('api_keys').select('key_id').limit(1).execute()).length > 0,
  );
}
