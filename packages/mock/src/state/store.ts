/** What one token has stored. */
import type { Json } from '../contract-checks.js';
import { ApiError } from '../errors.js';
import type { Collection } from './collections.js';
import type { Export } from './exports.js';
import type { RunTimes } from './runs.js';

/** A stored record. */
export interface Entry {
  id: string;
  /** What the list shows of it; fields that the record has as well come from there. */
  row: Json;
  record: Json;
  times: RunTimes;
  /** How it ends, when it moves and that is known beforehand. */
  outcome?: Json;
  /** Exports of a view, the oldest one first. */
  exports?: Export[];
}

/** Most records of one list, and most lists; the memory must not grow for ever. */
const MAX_RECORDS = 1_000;
const MAX_LISTS = 1_000;

/** The records of one token, by list. */
export class Store {
  readonly #lists = new Map<string, Map<string, Entry>>();
  /** Answers to keep for `Idempotency-Key`. */
  readonly replays = new Map<string, { request: string; answer: unknown }>();

  /**
   * The records of a list by id; those of the examples when nothing has changed yet.
   *
   * @param path of the list, with the tenant and workspace of the request
   */
  list({ seeds }: Collection, path: string): Map<string, Entry> {
    const known = this.#lists.get(path);
    if (known) return known;
    if (this.#lists.size >= MAX_LISTS) this.#lists.delete(this.#lists.keys().next().value ?? '');
    const entries = new Map(seeds.map((seed) => [seed.id, { ...structuredClone(seed), times: {} }] as const));
    this.#lists.set(path, entries);
    return entries;
  }

  /**
   * Puts a new record at the start of its list.
   *
   * @throws {ApiError} 429 when the list is full
   */
  add(collection: Collection, path: string, entry: Entry): void {
    const entries = this.list(collection, path);
    if (entries.size >= MAX_RECORDS) {
      throw new ApiError(429, `The mock keeps no more than ${MAX_RECORDS} records of a list; reset it to start over.`, {
        headers: { 'retry-after': '60' },
      });
    }
    const others = [...entries];
    entries.clear();
    for (const [id, one] of [[entry.id, entry] as const, ...others]) entries.set(id, one);
  }
}
