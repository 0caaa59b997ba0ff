/** Finds the callers of API keys, and caches them for a short time. */
import type { ApiKeyAccess } from '@aispm/types';
import type { Database } from '../database/database.ts';
import { hashKey, isSameHash, parseKeyId } from './key.ts';

/** The user of an API key, and what the key grants access to. */
export interface Caller {
  keyId: string;
  userId: string;
  access: ApiKeyAccess;
  /** The workspaces that the key grants access to, as {@link workspaceKey} names them. */
  workspaces: ReadonlySet<string>;
  default: { tenantId: string; workspaceId: string } | undefined;
}

/** How long a caller is cached: a revoked key works no longer than this. */
const CACHE_MS = 2_000;
/** Maximum number of cached callers. Only valid keys are cached, so that nobody without keys can fill the cache. */
const MAX_CACHED = 10_000;
/** The last use of a key is recorded to the minute. */
const MINUTE_MS = 60_000;

interface CachedCaller {
  hash: Uint8Array;
  caller: Caller;
  expiresAt: number;
  readAt: number;
}

/** Returns a text that identifies a workspace of a tenant. */
export function workspaceKey(tenantId: string, workspaceId: string): string {
  return `${tenantId}/${workspaceId}`;
}

export class Callers {
  readonly #database: Database;
  readonly #cache = new Map<string, CachedCaller>();
  /** The minute of the last recorded use, by key. */
  readonly #recordedUses = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the caller of a key; undefined when the key is unknown, revoked or expired. */
  async find(key: string): Promise<Caller | undefined> {
    const keyId = parseKeyId(key);
    if (keyId === undefined) return undefined;
    const now = Date.now();
    let cached = this.#cache.get(keyId);
    if (!cached || now - cached.readAt > CACHE_MS) {
      cached = await this.#read(keyId, now);
      this.#cache.delete(keyId);
      if (cached && isSameHash(cached.hash, hashKey(key))) this.#store(keyId, cached);
    }
    if (!cached || !isSameHash(cached.hash, hashKey(key)) || cached.expiresAt <= now) return undefined;
    this.#recordUse(keyId, now);
    return cached.caller;
  }

  #store(keyId: string, cached: CachedCaller): void {
    this.#cache.set(keyId, cached);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }

  async #read(keyId: string, now: number): Promise<CachedCaller | undefined> {
    const { key, grants } = await this.#database.system(async (db) => ({
      key: await db
        .selectFrom('api_keys')
        .select(['key_hash', 'user_id', 'access', 'expires_at'])
        .where('key_id', '=', keyId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
      grants: await db
        .selectFrom('api_key_grants')
        .select(['tenant_id', 'workspace_id', 'is_default'])
        .where('key_id', '=', keyId)
        .execute(),
    }));
    if (!key) return undefined;
    const defaultGrant = grants.find(({ is_default }) => is_default);
    return {
      hash: key.key_hash,
      expiresAt: key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at),
      readAt: now,
      caller: {
        keyId,
        userId: key.user_id,
        access: key.access as ApiKeyAccess,
        workspaces: new Set(grants.map(({ tenant_id, workspace_id }) => workspaceKey(tenant_id, workspace_id))),
        default: defaultGrant && { tenantId: defaultGrant.tenant_id, workspaceId: defaultGrant.workspace_id },
      },
    };
  }

  /** Records the minute of the last use of a key, once in that minute. The request does not wait for it. */
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
      // A failure of the database is reported by the statements that requests need.
      .catch(() => this.#recordedUses.delete(keyId));
  }
}
