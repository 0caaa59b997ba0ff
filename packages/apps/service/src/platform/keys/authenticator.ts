/** Authenticates API keys, and caches their callers for a short time. */
import type { ApiKeyAccess, AuthenticationFailureReason } from '@aispm/types';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { hashKey, isSameHash, parseKeyId } from './key.ts';

/** The user of an API key, and the access that the key grants. */
export interface Caller {
  keyId: string;
  userId: string;
  access: ApiKeyAccess;
  /** The workspaces that the key grants access to, by {@link workspaceKey}. */
  workspaces: ReadonlySet<string>;
  default: { tenantId: string; workspaceId: string } | undefined;
}

/** A key that doesn't identify a caller. */
export interface InvalidKey {
  invalid: AuthenticationFailureReason;
  /** The owner of the key with this identifier; undefined if there's none. They didn't necessarily send it. */
  owner?: Caller;
}

/** How long a caller is cached. A revoked key works no longer than this. */
export const CACHE_MS = 2_000;
/** Maximum number of cached callers. Only valid keys are cached, so attackers without keys can't fill the cache. */
const MAX_CACHED = 10_000;
/** The precision with which the last use of a key is recorded. */
const MINUTE_MS = 60_000;

/** A stored key. */
interface StoredKey {
  hash: Uint8Array;
  /** The secret before the last rotation; undefined without one. */
  previous?: { hash: Uint8Array; expiresInMs: number };
  caller: Caller;
  /** How long after it was read the key expires, by the database's clock; in milliseconds. */
  expiresInMs: number;
  isRevoked: boolean;
}

interface CachedKey extends StoredKey {
  readAt: number;
}

/** Returns a string that identifies a workspace of a tenant. */
export function workspaceKey(tenantId: string, workspaceId: string): string {
  return `${tenantId}/${workspaceId}`;
}

export class Authenticator {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #cache = new Map<string, CachedKey>();
  /** The minute of the last recorded use, by key. */
  readonly #recordedUses = new Map<string, number>();
  /** Keys to look up with the next query. */
  #awaited = new Map<string, PromiseWithResolvers<StoredKey | undefined>>();
  #isReading = false;

  /** @param now the clock, in milliseconds */
  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Finds the caller of a key. */
  async find(key: string): Promise<Caller | InvalidKey> {
    const keyId = parseKeyId(key);
    if (keyId === undefined) return { invalid: 'malformed' };
    const now = this.#now();
    const cached = this.#cache.get(keyId);
    const elapsedMs = cached ? now - cached.readAt : 0;
    // Another secret may be the one of a rotation after the key was cached.
    const isFresh = cached && elapsedMs <= CACHE_MS && hasSecret(cached, key, elapsedMs);
    const stored = isFresh ? cached : await this.#read(keyId);
    const invalid = findProblem(stored, key, isFresh ? elapsedMs : 0);
    if (!isFresh && invalid !== 'wrong_secret') {
      this.#cache.delete(keyId);
      if (stored && invalid === undefined) this.#store(keyId, { ...stored, readAt: now });
    }
    if (invalid !== undefined) return { invalid, ...(stored && { owner: stored.caller }) };
    this.#recordUse(keyId, now);
    return (stored as StoredKey).caller;
  }

  /** Returns whether a key was recently valid, according to the cache. */
  hasSeen(key: string): boolean {
    const cached = this.#cache.get(parseKeyId(key) ?? '');
    return cached !== undefined && hasSecret(cached, key, 0);
  }

  #store(keyId: string, cached: CachedKey): void {
    this.#cache.set(keyId, cached);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }

  /**
   * Reads a key. Only one such query runs at a time; keys that are requested in the meantime are batched into the next one. So
   * requests with invalid keys never use more than one connection.
   */
  #read(keyId: string): Promise<StoredKey | undefined> {
    const awaited = this.#awaited.get(keyId) ?? Promise.withResolvers<StoredKey | undefined>();
    this.#awaited.set(keyId, awaited);
    if (!this.#isReading) void this.#readAwaited();
    return awaited.promise;
  }

  async #readAwaited(): Promise<void> {
    this.#isReading = true;
    while (this.#awaited.size > 0) {
      const awaited = this.#awaited;
      this.#awaited = new Map();
      try {
        const stored = await readKeys(this.#database, [...awaited.keys()]);
        for (const [keyId, { resolve }] of awaited) resolve(stored.get(keyId));
      } catch (error) {
        for (const { reject } of awaited.values()) reject(error);
      }
    }
    this.#isReading = false;
  }

  /** Records the minute of a key's last use, once per minute, without delaying the request. */
  #recordUse(keyId: string, now: number): void {
    const minute = now - (now % MINUTE_MS);
    if (this.#recordedUses.get(keyId) === minute) return;
    this.#recordedUses.delete(keyId);
    this.#recordedUses.set(keyId, minute);
    const [oldest] = this.#recordedUses.keys();
    if (this.#recordedUses.size > MAX_CACHED && oldest !== undefined) this.#recordedUses.delete(oldest);
    const last_used_at = new Date(minute).toISOString();
    this.#database
      .system((db) =>
        db
          .updateTable('api_keys')
          .set({ last_used_at })
          .where('key_id', '=', keyId)
          // Another process may have recorded the same minute.
          .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', last_used_at)]))
          .execute(),
      )
      // Other statements of requests report database failures.
      .catch(() => this.#recordedUses.delete(keyId));
  }
}

/** Returns whether a key is the stored one, or the one before its last rotation while that still works. */
function hasSecret({ hash, previous }: StoredKey, key: string, elapsedMs: number): boolean {
  const given = hashKey(key);
  if (isSameHash(hash, given)) return true;
  return previous !== undefined && previous.expiresInMs > elapsedMs && isSameHash(previous.hash, given);
}

/** Returns why a key is invalid some time after it was read; undefined if it's valid. */
function findProblem(
  stored: StoredKey | undefined,
  key: string,
  elapsedMs: number,
): AuthenticationFailureReason | undefined {
  if (!stored) return 'unknown';
  if (!hasSecret(stored, key, elapsedMs)) return 'wrong_secret';
  if (stored.isRevoked) return 'revoked';
  return stored.expiresInMs <= elapsedMs ? 'expired' : undefined;
}

/** Reads keys by their identifiers. */
async function readKeys(database: Database, keyIds: readonly string[]): Promise<Map<string, StoredKey>> {
  const rows = await database.system((db) =>
    db
      .selectFrom('api_keys')
      .select(['key_id', 'key_hash', 'previous_key_hash', 'user_id', 'access'])
      .select(sql<boolean>`revoked_at IS NOT NULL`.as('is_revoked'))
      .select(sql<number | null>`(extract(epoch FROM expires_at - now()) * 1000)::float8`.as('expires_in_ms'))
      .select(sql<number | null>`(extract(epoch FROM previous_expires_at - now()) * 1000)::float8`.as('overlap_ms'))
      .select(GRANTS.as('grants'))
      .where('key_id', '=', sql<string>`ANY(${keyIds}::text[])`)
      .execute(),
  );
  return new Map(
    rows.map(
      ({ key_id, key_hash, previous_key_hash, overlap_ms, user_id, access, expires_in_ms, is_revoked, grants }) => {
        const defaultGrant = grants.find(({ is_default }) => is_default);
        const caller = {
          keyId: key_id,
          userId: user_id,
          access: access as ApiKeyAccess,
          workspaces: new Set(grants.map(({ tenant_id, workspace_id }) => workspaceKey(tenant_id, workspace_id))),
          default: defaultGrant && { tenantId: defaultGrant.tenant_id, workspaceId: defaultGrant.workspace_id },
        };
        const expiresInMs = expires_in_ms ?? Number.POSITIVE_INFINITY;
        const previous = previous_key_hash && { hash: previous_key_hash, expiresInMs: overlap_ms ?? 0 };
        return [key_id, { hash: key_hash, ...(previous && { previous }), caller, expiresInMs, isRevoked: is_revoked }];
      },
    ),
  );
}

/** The workspaces of a key. */
const GRANTS = sql<{ tenant_id: string; workspace_id: string; is_default: boolean }[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'tenant_id', tenant_id, 'workspace_id', workspace_id, 'is_default', is_default)), '[]')
  FROM api_key_grants WHERE api_key_grants.key_id = api_keys.key_id)`;
