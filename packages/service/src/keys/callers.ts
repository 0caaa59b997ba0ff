/** Who is behind a request: API keys, looked up once in a while and remembered in between. */
import type { Database } from '../database/database.ts';
import { hashOf, isSameHash, keyIdOf } from './key.ts';

/** Whom a key belongs to, and what it reaches. */
export interface Caller {
  keyId: string;
  userId: string;
  /** Tells each workspace that the key reaches: see {@link reachKey}. */
  reach: ReadonlySet<string>;
  tenants: ReadonlySet<string>;
  default: { tenantId: string; workspaceId: string } | undefined;
}

/** How long a key is believed to be as it was: a revoked one works no longer than this. */
const REMEMBER_MS = 2_000;
/** Most keys that are remembered; wrong keys are not, so nobody can fill it without having them. */
const MOST_REMEMBERED = 10_000;
/** How often the time of the last use is written. */
const NOTE_USE_MS = 60_000;

interface Remembered {
  hash: Uint8Array;
  caller: Caller;
  expiresAt: number;
  readAt: number;
}

/** One workspace of one tenant, as text. */
export function reachKey(tenantId: string, workspaceId: string): string {
  return `${tenantId}/${workspaceId}`;
}

export class Callers {
  readonly #database: Database;
  readonly #remembered = new Map<string, Remembered>();
  readonly #noted = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The caller of a key; undefined when there is none, or it is revoked or has expired. */
  async find(key: string): Promise<Caller | undefined> {
    const keyId = keyIdOf(key);
    if (keyId === undefined) return undefined;
    const now = Date.now();
    let known = this.#remembered.get(keyId);
    if (!known || now - known.readAt > REMEMBER_MS) {
      known = await this.#read(keyId, now);
      this.#remembered.delete(keyId);
      if (known && isSameHash(known.hash, hashOf(key))) this.#remember(keyId, known);
    }
    if (!known || !isSameHash(known.hash, hashOf(key)) || known.expiresAt <= now) return undefined;
    this.#noteUse(keyId, now);
    return known.caller;
  }

  #remember(keyId: string, known: Remembered): void {
    this.#remembered.set(keyId, known);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MOST_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
  }

  async #read(keyId: string, now: number): Promise<Remembered | undefined> {
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
    const standard = grants.find(({ is_default }) => is_default);
    return {
      hash: key.key_hash,
      expiresAt: key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at),
      readAt: now,
      caller: {
        keyId,
        userId: key.user_id,
        reach: new Set(grants.map(({ tenant_id, workspace_id }) => reachKey(tenant_id, workspace_id))),
        tenants: new Set(grants.map(({ tenant_id }) => tenant_id)),
        default: standard && { tenantId: standard.tenant_id, workspaceId: standard.workspace_id },
      },
    };
  }

  /** Writes that a key was used, without making the request wait. */
  #noteUse(keyId: string, now: number): void {
    if (now - (this.#noted.get(keyId) ?? 0) < NOTE_USE_MS) return;
    this.#noted.set(keyId, now);
    this.#database
      .system((db) =>
        db
          .updateTable('api_keys')
          .set({ last_used_at: new Date(now).toISOString() })
          .where('key_id', '=', keyId)
          .execute(),
      )
      // It is only a note; whether the database works is told by what needs it.
      .catch(() => this.#noted.delete(keyId));
  }
}
