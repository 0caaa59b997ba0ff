/** Collects requests with invalid API keys for the audit log, in one entry per address, key, reason and minute. */
import type { AuthenticationFailureReason } from '@aispm/types';
import type { Database } from '../database/database.ts';
import type { Workspace } from '../database/rows.ts';
import { toRow } from './audit-log.ts';

/** A request with an invalid API key. */
export interface AuthenticationFailure {
  reason: AuthenticationFailureReason;
  remoteAddress: string;
  /** The API key with this identifier, and its default workspace; undefined if there's none. */
  owner?: { keyId: string; workspace: Workspace | undefined };
}

interface Gathered extends AuthenticationFailure {
  minute: number;
  count: number;
  /** The time of the last one, in milliseconds. */
  at: number;
}

const MINUTE_MS = 60_000;
/** Maximum number of entries per minute. Further failures are counted per reason, without address and key. */
const MAX_ENTRIES = 1_000;
/** Maximum number of pending entries while the database is unavailable. Beyond it, failures are only logged by the process. */
const MAX_WAITING = 10 * MAX_ENTRIES;

export class FailureLog {
  readonly #now: () => number;
  #gathered = new Map<string, Gathered>();
  /** The number of entries of the newest minute. */
  #newest = { minute: 0, entries: 0 };

  /** @param now the clock, in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts a failure. */
  add(failure: AuthenticationFailure): void {
    const at = this.#now();
    const minute = Math.floor(at / MINUTE_MS);
    if (this.#newest.minute !== minute) this.#newest = { minute, entries: 0 };
    const kept = this.#keep(minute, failure);
    const key = toKey(minute, kept);
    const known = this.#gathered.get(key);
    if (known) {
      known.count += 1;
      known.at = at;
    } else if (this.#gathered.size < MAX_WAITING) {
      this.#newest.entries += 1;
      this.#gathered.set(key, { ...kept, minute, count: 1, at });
    }
  }

  /** Writes the entries of minutes that have ended; when the process ends, all entries. */
  async flush(database: Database, isLast = false): Promise<void> {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    const ended = [...this.#gathered].filter(([, entry]) => isLast || entry.minute < minute);
    if (ended.length === 0) return;
    for (const [key] of ended) this.#gathered.delete(key);
    try {
      await database.system((session) =>
        session.transaction().execute(async (db) => {
          for (let start = 0; start < ended.length; start += MAX_ENTRIES) {
            const rows = ended.slice(start, start + MAX_ENTRIES).map(([, entry]) => describeFailure(entry));
            await db.insertInto('audit_entries').values(rows).execute();
          }
        }),
      );
    } catch (error) {
      // The next attempt will write them.
      for (const [key, entry] of ended) this.#gathered.set(key, entry);
      throw error;
    }
  }

  /** Returns the key of a failure's entry, without address and key if the minute already has too many entries. */
  #keep(minute: number, failure: AuthenticationFailure): AuthenticationFailure {
    const isKnown = this.#gathered.has(toKey(minute, failure));
    return isKnown || this.#newest.entries < MAX_ENTRIES ? failure : { reason: failure.reason, remoteAddress: '' };
  }
}

function describeFailure({ reason, remoteAddress, owner, count, at }: Gathered) {
  return toRow(owner?.workspace, {
    kind: 'authentication_failure',
    action: 'authenticate',
    source: 'api',
    occurred_at: new Date(at).toISOString(),
    api_key_id: owner?.keyId ?? null,
    remote_address: remoteAddress || null,
    failure_reason: reason,
    count,
  });
}

function toKey(minute: number, { reason, remoteAddress, owner }: AuthenticationFailure): string {
  return JSON.stringify([minute, reason, remoteAddress, owner?.keyId ?? null]);
}
