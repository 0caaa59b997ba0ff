/** Reads API keys, without their secrets. A key sees the keys for whose workspaces it has access, to all of them. */
import type { AccessibleWorkspace, ApiKey, ApiKeyAccess } from '@aispm/types';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { anyOf, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';

/** A key as it is read. */
interface KeyRow extends Omit<ApiKey, 'access'> {
  access: string;
}

/** The workspaces of a key as JSON, the default one first. */
const WORKSPACES = sql<AccessibleWorkspace[]>`(
  SELECT json_agg(json_build_object('tenant_id', tenant_id, 'workspace_id', workspace_id, 'is_default', is_default)
    ORDER BY is_default DESC, tenant_id, workspace_id)
  FROM api_key_grants WHERE api_key_grants.key_id = api_keys.key_id)`;

/** Until when the previous secret works; null if it no longer does. */
const PREVIOUS_EXPIRY = sql<string | null>`CASE WHEN previous_expires_at > now() THEN previous_expires_at END`;

/** Condition: the key isn't deleted. */
const IS_NOT_DELETED = sql<SqlBool>`api_keys.revoked_at IS NULL`;

/** Condition: the key is neither deleted nor expired. */
export const IS_VALID = sql<SqlBool>`(${IS_NOT_DELETED} AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now()))`;

function selectKeys(db: Db) {
  return db
    .selectFrom('api_keys')
    .select(['key_id as id', 'name', 'access', 'user_id', 'created_at', 'expires_at', 'last_used_at'])
    .select(PREVIOUS_EXPIRY.as('previous_secret_expires_at'))
    .select(WORKSPACES.as('workspaces'))
    .where(IS_NOT_DELETED);
}

/**
 * Condition: the request's key has access to every workspace of a key. The first part finds candidates by an index, so it
 * doesn't read keys of other tenants.
 */
function isVisible({ keyId }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    api_keys.key_id IN (
      SELECT granted.key_id FROM api_key_grants AS own
      JOIN api_key_grants AS granted ON granted.tenant_id = own.tenant_id AND granted.workspace_id = own.workspace_id
      WHERE own.key_id = ${keyId})
    AND NOT EXISTS (
      SELECT FROM api_key_grants AS granted WHERE granted.key_id = api_keys.key_id AND NOT EXISTS (
        SELECT FROM api_key_grants AS own WHERE own.key_id = ${keyId}
          AND own.tenant_id = granted.tenant_id AND own.workspace_id = granted.workspace_id)))`;
}

function toRecord({ access, ...row }: KeyRow): ApiKey {
  return { ...row, access: access as ApiKeyAccess };
}

/** The keys that are visible to the request's key, newest first. */
export const keyList: List<'listApiKeys', KeyRow, ApiKey> = {
  operation: 'listApiKeys',
  rows: (db, scope) => selectKeys(db).where(isVisible(scope)),
  filters: { id: anyOf('key_id'), created_since: since('created_at') },
  sorts: { sorted: sortKey('created_at', 'timestamptz') },
  direction: 'DESC',
  id: sql.ref('key_id'),
  toItem: toRecord,
};

/** Returns a key if it's visible to the request's key; undefined otherwise. */
export async function findKey(db: Db, scope: Scope, id: string): Promise<ApiKey | undefined> {
  const row = await selectKeys(db).where('key_id', '=', id).where(isVisible(scope)).executeTakeFirst();
  return row && toRecord(row as KeyRow);
}

/** Returns the request's key; undefined if it has been deleted or has expired since. */
export async function findOwnKey(db: Db, { keyId = '' }: Scope): Promise<ApiKey | undefined> {
  const row = await selectKeys(db).where('key_id', '=', keyId).where(IS_VALID).executeTakeFirst();
  return row && toRecord(row as KeyRow);
}
