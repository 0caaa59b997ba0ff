/** The records that one token has stored. */
import { ApiError } from '../errors.ts';
import { encodeSegment } from '../router.ts';
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
   * Returns the records of a list by id; before the first change those of the examples, when they belong to its group.
   *
   * @param path of the list, with the tenant and workspace of the request
   */
  getList({ seeds, groups }: Collection, path: string): Map<string, Entry> {
    const known = this.#lists.get(path);
    if (known) return known;
    if (this.#lists.size >= MAX_LISTS) deleteOldest(this.#lists);
    const isSeeded = !groups || groups.names.includes(getLastSegment(path));
    const entries = new Map(
      (isSeeded ? seeds : []).map((seed) => [seed.id, { ...structuredClone(seed), times: {} }] as const),
    );
    this.#lists.set(path, entries);
    return entries;
  }

  /**
   * Returns the records of each group by id.
   *
   * @param path above the groups, with the values of the request
   */
  listGroups(collection: Collection, path: string): Map<string, Map<string, Entry>> {
    for (const name of collection.groups?.names ?? []) this.getList(collection, `${path}/${encodeSegment(name)}`);
    const isGroup = (list: string) => list.slice(0, list.lastIndexOf('/')) === path;
    const groups = [...this.#lists].filter(([list]) => isGroup(list));
    return new Map(groups.map(([list, entries]) => [getLastSegment(list), entries]));
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

/** Returns the value of the last segment of a path. */
function getLastSegment(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** Deletes the entry of a map that was added first. */
export function deleteOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
