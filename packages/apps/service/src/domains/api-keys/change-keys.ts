/** Creates and deletes API keys. Both lock the request's key, so a key that was just deleted can't change anything. */
import { INVALID_TOKEN, parseTimestamp } from '@aispm/openapi';
import type { ApiKey, CreatedApiKey, NewApiKey } from '@aispm/types';
import { type SqlBool, sql } from 'kysely';
import { readClock } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { unauthorized } from '../../platform/http/access/auth.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { workspaceKey } from '../../platform/keys/authenticator.ts';
import { insertKey } from '../../platform/keys/store.ts';
import { findKey, findOwnKey, IS_VALID } from './keys.ts';

/**
 * Creates a key that grants no more than the request's key.
 *
 * @throws {ApiError} 401 if the request's key is no longer valid, 403 for a workspace without access, 422 for an invalid expiry
 */
export async function createKey(db: Db, scope: Scope, body: NewApiKey): Promise<CreatedApiKey> {
  const creator = await lockOwnKey(db, scope);
  const workspaces = body.workspaces.map((workspace) => ({
    tenantId: workspace.tenant_id,
    workspaceId: workspace.workspace_id,
  }));
  const accessible = new Set(creator.workspaces.map((own) => workspaceKey(own.tenant_id, own.workspace_id)));
  if (!workspaces.every(({ tenantId, workspaceId }) => accessible.has(workspaceKey(tenantId, workspaceId)))) {
    throw new ApiError(403, 'workspace_access_denied', 'The API key grants no access to one of these workspaces.');
  }
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

/** Returns when a new key expires, by default when the request's key does; undefined if never. */
function chooseExpiry(requested: string | null | undefined, own: string | null, now: Date): Date | undefined {
  const chosen = requested === undefined ? own : requested;
  const expiresAt = chosen === null ? undefined : new Date(parseTimestamp(chosen).ms);
  if (expiresAt && expiresAt <= now) {
    throw invalidExpiry('The API key would be expired already.', `must be in the future, got ${chosen}`);
  }
  if (own !== null && (!expiresAt || expiresAt.getTime() > Date.parse(own))) {
    throw invalidExpiry(
      'An API key cannot expire after the API key that creates it.',
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
  if (deleted.was_admin && (await hasTenantWithoutAdmin(db, id))) {
    const message = 'This is the last API key with the access admin of a tenant. Create another one first.';
    throw new ApiError(409, 'last_admin_key', message);
  }
  return true;
}

/** Condition: the key manages keys. It wasn't deleted yet. */
const IS_ADMIN_UNTIL_NOW = sql<boolean>`(access = 'admin' AND (expires_at IS NULL OR expires_at > now()))`;

async function lockTenants(db: Db, { workspaces }: ApiKey): Promise<void> {
  // In a fixed order, so two deletions can't deadlock.
  const tenants = [...new Set(workspaces.map(({ tenant_id }) => tenant_id))].sort();
  for (const tenant of tenants) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`api keys ${tenant}`}, 0))`.execute(db);
  }
}

/** Returns whether any of the key's tenants has no other valid key that manages keys. */
async function hasTenantWithoutAdmin(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_missing: boolean }>`
    SELECT EXISTS (
      SELECT FROM api_key_grants AS lost WHERE lost.key_id = ${id} AND NOT EXISTS (
        SELECT FROM api_keys JOIN api_key_grants AS kept USING (key_id)
        WHERE kept.tenant_id = lost.tenant_id AND access = 'admin' AND ${IS_VALID})) AS is_missing`.execute(db);
  return rows[0]?.is_missing === true;
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
