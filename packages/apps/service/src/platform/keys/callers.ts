/** Finds the callers of API keys, and caches them for a short time. */
import type { Database } from '../database/database.ts';
import { hashKey, isSameHash, parseKeyId } from './key.ts';

/** The user of an API key, and what the key grants access to. */
export interface Caller {
  keyId: string;
  userId: string;
  /** The workspaces that the key grants access to, as {@link workspaceKey} names them. */
  workspaces: ReadonlySet<string>;
  default: { tenantId: string; workspaceId: string } | undefined;
}

/** How long a caller is cached: a revoked key works no longer than this. */
const CACHE_MS = 2_000;
/** Maximum number of cached callers. Only valid keys are cached, so that nobody without keys can fill the cache. */
const MAX_CACHED = 10_000;
/** How often the time of the last use of a key is written. */
const RECORD_USE_MS = 60_000;

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
  readonly #useRecordedAt = new Map<string, number>();

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
        .select(['key_hash', 'user_id', 'expires_at'])
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
        workspaces: new Set(grants.map(({ tenant_id, workspace_id }) => workspaceKey(tenant_id, workspace_id))),
        default: defaultGrant && { tenantId: defaultGrant.tenant_id, workspaceId: defaultGrant.workspace_id },
      },
    };
  }

  /** Writes the time of the last use of a key. The request does not wait for it. */
  #recordUse(keyId: string, now: number): void {
    if (now - (this.#useRecordedAt.get(keyId) ?? 0) < RECORD_USE_MS) return;
    this.#useRecordedAt.set(keyId, now);
    this.#database
      .system((db) =>
        db
          .updateTable('api_keys')
          .set({ last_used_at: new Date(now).toISOString() })
          .where('key_id', '=', keyId)
          .execute(),
      )
      // A failure of the database is reported by the statements that requests need.
      .catch(() => this.#useRecordedAt.delete(keyId));
  }
}
