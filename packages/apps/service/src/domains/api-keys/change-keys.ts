/** Creates, changes and deletes API keys. All of them lock the request's key, so a key that was just deleted can't change anything. */
import { INVALID_TOKEN, parseTimestamp } from '@aispm/openapi';
import type { ApiKey, ApiKeyRotation, ApiKeyUpdate, CreatedApiKey, NewApiKey } from '@aispm/types';
import { type SqlBool, sql } from 'kysely';
import { getSchemaAt } from '../../platform/contract/limits.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { unauthorized } from '../../platform/http/access/auth.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { workspaceKey } from '../../platform/keys/authenticator.ts';
import { generateKey } from '../../platform/keys/key.ts';
import { insertGrants, insertKey } from '../../platform/keys/store.ts';
import { findKey, findOwnKey, IS_VALID } from './keys.ts';

/**
 * Creates a key that grants no more than the request's key.
 *
 * @throws {ApiError} 401 if the request's key is no longer valid, 403 for a workspace without access, 422 for an invalid expiry
 */
export async function createKey(db: Db, scope: Scope, body: NewApiKey): Promise<CreatedApiKey> {
  const creator = await lockOwnKey(db, scope);
  const workspaces = chooseWorkspaces(body.workspaces, creator);
  const expiresAt = chooseExpiry(body.expires_at, creator.expires_at, await readClock(db));
  const { name, access } = body;
  const { key, keyId } = await insertKey(db, {
    name,
    access,
    workspaces,
    userId: creator.user_id,
    ...(expiresAt && { expiresAt }),
  });
  const created = await findKey(db, scope, keyId);
  if (!created) throw new Error('The key of the request does not see the key that it has created.');
  return { ...created, secret: key };
}

/** @throws {ApiError} 403 if the request's key has no access to one of the workspaces */
function chooseWorkspaces(requested: NewApiKey['workspaces'], own: ApiKey) {
  const accessible = new Set(
    own.workspaces.map(({ tenant_id, workspace_id }) => workspaceKey(tenant_id, workspace_id)),
  );
  if (!requested.every(({ tenant_id, workspace_id }) => accessible.has(workspaceKey(tenant_id, workspace_id)))) {
    throw new ApiError(403, 'workspace_access_denied', 'The API key grants no access to one of these workspaces.');
  }
  return requested.map(({ tenant_id, workspace_id }) => ({ tenantId: tenant_id, workspaceId: workspace_id }));
}

/**
 * Changes a key that is visible to the request's key. It grants no more than that key.
 *
 * @returns the changed key; undefined if it doesn't exist
 * @throws {ApiError} 401 if the request's key is no longer valid, 403 for a workspace without access, 409 if a tenant would have no
 * key that manages its keys, 422 for an invalid expiry
 */
export async function updateKey(
  db: Db,
  scope: Scope,
  id: string,
  { name, workspaces, expires_at }: ApiKeyUpdate,
): Promise<ApiKey | undefined> {
  const key = await findKey(db, scope, id);
  if (!key) return undefined;
  await lockTenants(db, key);
  // From here on, every statement sees the changes that previously held the locks.
  const own = await lockOwnKey(db, scope);
  const granted = workspaces && chooseWorkspaces(workspaces, own);
  const expiresAt =
    expires_at === undefined ? undefined : chooseExpiry(expires_at, own.expires_at, await readClock(db));
  if (name !== undefined || expires_at !== undefined) {
    await db
      .updateTable('api_keys')
      .set({
        ...(name !== undefined && { name }),
        ...(expires_at !== undefined && { expires_at: expiresAt?.toISOString() ?? null }),
      })
      .where('key_id', '=', id)
      .execute();
  }
  if (granted) {
    const before = await findKey(db, scope, id);
    await db.deleteFrom('api_key_grants').where('key_id', '=', id).execute();
    await insertGrants(db, id, granted);
    const { rows } = await sql<{ was_admin: boolean }>`
      SELECT ${IS_ADMIN_UNTIL_NOW} AS was_admin FROM api_keys WHERE key_id = ${id}`.execute(db);
    if (rows[0]?.was_admin === true && before) await checkAdmins(db, listTenants(before));
  }
  return findKey(db, scope, id);
}

/**
 * Gives a key a new secret. The previous one also works for some time. While it does, another rotation only replaces the newest
 * secret.
 *
 * @returns the key with its secret; undefined if it doesn't exist
 * @throws {ApiError} 401 if the request's key is no longer valid, 403 for a key of another user, 422 if it has expired or expires
 * after the request's key
 */
export async function rotateKey(
  db: Db,
  scope: Scope,
  id: string,
  { overlap_seconds = DEFAULT_OVERLAP }: ApiKeyRotation,
): Promise<CreatedApiKey | undefined> {
  const visible = await findKey(db, scope, id);
  if (!visible) return undefined;
  await lockTenants(db, visible);
  const own = await lockOwnKey(db, scope);
  const key = await findKey(db, scope, id);
  if (!key) return undefined;
  if (key.user_id !== own.user_id) {
    const message = 'Only its user can rotate an API key. Create another one, and delete this one.';
    throw new ApiError(403, 'insufficient_access', message);
  }
  if (key.expires_at !== null && new Date(key.expires_at) <= (await readClock(db))) {
    throw new ApiError(422, 'invalid_expiry', 'The API key has expired. Change its expiry first.');
  }
  if (own.expires_at !== null && (key.expires_at === null || Date.parse(key.expires_at) > Date.parse(own.expires_at))) {
    const message = 'The API key expires after the API key of the request. Rotate it with one that expires later.';
    throw new ApiError(422, 'invalid_expiry', message);
  }
  const { key: secret, hash } = generateKey(id);
  // To the millisecond, like the column, so that it's never later than now.
  const end = sql`least(date_trunc('milliseconds', now()) + ${overlap_seconds} * interval '1 second', expires_at)`;
  await sql`
    UPDATE api_keys SET key_hash = ${hash},
      previous_key_hash = CASE WHEN previous_expires_at > now() THEN previous_key_hash ELSE key_hash END,
      previous_expires_at = CASE WHEN previous_expires_at > now() THEN least(previous_expires_at, ${end}) ELSE ${end} END
    WHERE key_id = ${id}`.execute(db);
  const rotated = await findKey(db, scope, id);
  if (!rotated) throw new Error('The key of the request does not see the key that it has rotated.');
  return { ...rotated, secret };
}

/** How long the previous secret works by default, in seconds. */
const DEFAULT_OVERLAP = Number(getSchemaAt('ApiKeyRotation.overlap_seconds').default);

/** Returns when a new key expires, by default when the request's key does; undefined if never. */
function chooseExpiry(requested: string | null | undefined, own: string | null, now: Date): Date | undefined {
  const chosen = requested === undefined ? own : requested;
  const expiresAt = chosen === null ? undefined : new Date(parseTimestamp(chosen).ms);
  if (expiresAt && expiresAt <= now) {
    throw invalidExpiry('The API key would be expired already.', `must be in the future, got ${chosen}`);
  }
  if (own !== null && (!expiresAt || expiresAt.getTime() > Date.parse(own))) {
    throw invalidExpiry(
      'An API key cannot expire after the API key that creates or changes it.',
      `must not be after ${own}, when your own API key expires`,
    );
  }
  return expiresAt;
}

function invalidExpiry(message: string, detail: string): ApiError {
  return new ApiError(422, 'invalid_expiry', message, { 'body/expires_at': detail });
}

/**
 * Deletes a key that is visible to the request's key. Deletions in a tenant run one after the other, so its last key that
 * manages keys remains.
 *
 * @returns false if the key doesn't exist
 * @throws {ApiError} 401 if the request's key is no longer valid, 409 for the last key that manages the keys of a tenant
 */
export async function deleteKey(db: Db, scope: Scope, id: string): Promise<boolean> {
  const key = await findKey(db, scope, id);
  if (!key) return false;
  await lockTenants(db, key);
  // From here on, every statement sees the deletions that previously held the locks.
  await lockOwnKey(db, scope);
  const deleted = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('key_id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(IS_ADMIN_UNTIL_NOW.as('was_admin'))
    .executeTakeFirst();
  if (!deleted) return false;
  if (deleted.was_admin) await checkAdmins(db, listTenants(key));
  return true;
}

/** Condition: the key manages keys. It wasn't deleted yet. */
const IS_ADMIN_UNTIL_NOW = sql<boolean>`(access = 'admin' AND (expires_at IS NULL OR expires_at > now()))`;

/** Lists the tenants of a key, in a fixed order. */
function listTenants({ workspaces }: ApiKey): string[] {
  return [...new Set(workspaces.map(({ tenant_id }) => tenant_id))].sort();
}

async function lockTenants(db: Db, key: ApiKey): Promise<void> {
  // In a fixed order, so two changes can't deadlock.
  for (const tenant of listTenants(key)) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`api keys ${tenant}`}, 0))`.execute(db);
  }
}

/** @throws {ApiError} 409 if one of the tenants has no valid key that manages keys */
async function checkAdmins(db: Db, tenants: readonly string[]): Promise<void> {
  const { rows } = await sql<{ is_missing: boolean }>`
    SELECT EXISTS (
      SELECT FROM unnest(${tenants}::text[]) AS tenant WHERE NOT EXISTS (
        SELECT FROM api_keys JOIN api_key_grants AS kept USING (key_id)
        WHERE kept.tenant_id = tenant AND access = 'admin' AND ${IS_VALID})) AS is_missing`.execute(db);
  if (rows[0]?.is_missing !== true) return;
  const message = 'This is the last API key with the access admin of a tenant. Create another one first.';
  throw new ApiError(409, 'last_admin_key', message);
}

/**
 * Returns the request's key, and prevents its deletion until the transaction ends.
 *
 * @throws {ApiError} 401 if it's no longer valid; keys are cached for a short time
 */
async function lockOwnKey(db: Db, scope: Scope): Promise<ApiKey> {
  const { keyId = '' } = scope;
  await sql<SqlBool>`SELECT FROM api_keys WHERE key_id = ${keyId} FOR SHARE`.execute(db);
  const key = await findOwnKey(db, scope);
  if (!key) throw unauthorized('invalid_api_key', INVALID_TOKEN);
  return key;
}
