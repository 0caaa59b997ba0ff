/** The records of one list, in their order. */
import type { Collection } from './collections.ts';
import { type Entry, ownRecord } from './entry.ts';

/** A list of records, in which reading does not depend on the number of changes. */
export class RecordList {
  readonly #seeds: Map<string, Entry>;
  /** Records that were added, the newest last. They precede the others. */
  readonly #added = new Map<string, Entry>();
  /** Records whose state depends on the time since they were started or stopped. */
  readonly timed = new Set<Entry>();
  #sorted: readonly Entry[] | undefined;

  readonly collection: Collection;

  /** @param seeds the records that the list starts with, by id and in their order */
  constructor(collection: Collection, seeds: Map<string, Entry>) {
    this.collection = collection;
    this.#seeds = seeds;
  }

  get size(): number {
    return this.#seeds.size + this.#added.size;
  }

  /** The number of records that were added since the list was created. */
  get addedCount(): number {
    return this.#added.size;
  }

  get(id: string): Entry | undefined {
    return this.#added.get(id) ?? this.#seeds.get(id);
  }

  /** Returns a record that may be changed: its own copy instead of the one that is shared with other lists. */
  own(id: string): Entry | undefined {
    const entry = this.get(id);
    return entry && ownRecord(entry);
  }

  /** Lists the records, the newest of the added ones first. */
  values(): readonly Entry[] {
    this.#sorted ??= [...[...this.#added.values()].reverse(), ...this.#seeds.values()];
    return this.#sorted;
  }

  /** Replaces a record at its place, or adds it at the start. */
  set(entry: Entry): void {
    this.#sorted = undefined;
    if (this.#seeds.has(entry.id)) this.#seeds.set(entry.id, entry);
    else this.#added.set(entry.id, entry);
  }

  delete(id: string): void {
    const entry = this.get(id);
    if (entry) this.timed.delete(entry);
    this.#sorted = undefined;
    this.#added.delete(id);
    this.#seeds.delete(id);
  }
}
