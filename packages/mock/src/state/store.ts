/** The records that one token has stored. */
import { ApiError } from '../errors.ts';
import type { Collection } from './collections.ts';
import type { Entry } from './entry.ts';

/** Maximum number of records of one list and of lists, so that the memory does not grow without limit. */
const MAX_RECORDS = 1_000;
const MAX_LISTS = 1_000;

/** The records of one token, by list. */
export class Store {
  readonly #lists = new Map<string, Map<string, Entry>>();
  /** The API keys that were created, by their secrets; undefined once they are deleted. */
  readonly keys = new Map<string, Entry | undefined>();
  /** Responses by `Idempotency-Key`. */
  readonly replays = new Map<string, { request: string; output: unknown }>();

  /**
   * Returns the records of a list by id; those of the examples before the first change.
   *
   * @param path of the list, with the tenant and workspace of the request
   */
  getList({ seeds }: Collection, path: string): Map<string, Entry> {
    const known = this.#lists.get(path);
    if (known) return known;
    if (this.#lists.size >= MAX_LISTS) deleteOldest(this.#lists);
    const entries = new Map(seeds.map((seed) => [seed.id, { ...structuredClone(seed), times: {} }] as const));
    this.#lists.set(path, entries);
    return entries;
  }

  /**
   * Inserts a new record at the start of its list.
   *
   * @throws {ApiError} 429 when the list is full
   */
  add(collection: Collection, path: string, entry: Entry): void {
    const entries = this.getList(collection, path);
    if (entries.size >= MAX_RECORDS) {
      const message = `The mock stores at most ${MAX_RECORDS} records of a list. Send POST /__mock/reset to start again.`;
      throw new ApiError(429, 'rate_limit_exceeded', message, { headers: { 'retry-after': '60' } });
    }
    const others = [...entries];
    entries.clear();
    for (const [id, value] of [[entry.id, entry] as const, ...others]) entries.set(id, value);
  }
}

/** Deletes the entry of a map that was added first. */
export function deleteOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
