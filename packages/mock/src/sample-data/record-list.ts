/** The records of one list, in their order. */

import type { WorkspaceScope } from '../core/workspace-scope.ts';
import type { Collection } from './collections.ts';
import { type Entry, ownRecord } from './entry.ts';

/** An entry as a JSON value. */
interface CapturedEntry extends Omit<Entry, 'isOwn' | 'example' | 'initial'> {
  isTimed: boolean;
  isPlaced: boolean;
}

/** The changes of a list, as a JSON value. */
export interface CapturedList {
  entries: CapturedEntry[];
  /** Identifiers of deleted records. */
  deleted: string[];
}

/** A list of records whose read performance doesn't depend on the number of changes. */
export class RecordList {
  readonly #seeds: Map<string, Entry>;
  /** Added records, newest last. They precede the others. */
  readonly #added = new Map<string, Entry>();
  /** Added records that are also initial records. */
  readonly #placed = new Set<string>();
  /** Initial records that were deleted. */
  readonly #deleted = new Set<string>();
  /** Records whose state depends on the time since they were started or stopped. */
  readonly timed = new Set<Entry>();
  #sorted: readonly Entry[] | undefined;

  readonly collection: Collection;
  /** The workspace of the list; undefined if it belongs to none. */
  readonly workspace: WorkspaceScope | undefined;

  /** @param seeds the initial records by id, in order */
  constructor(collection: Collection, seeds: Map<string, Entry>, workspace: WorkspaceScope | undefined) {
    this.collection = collection;
    this.workspace = workspace;
    this.#seeds = seeds;
  }

  get size(): number {
    return this.#seeds.size + this.#added.size;
  }

  /** The number of records that requests have added. */
  get addedCount(): number {
    return this.#added.size - this.#placed.size;
  }

  get(id: string): Entry | undefined {
    return this.#added.get(id) ?? this.#seeds.get(id);
  }

  /** Returns a record that may be changed: a copy instead of the record that other lists share. */
  own(id: string): Entry | undefined {
    const entry = this.get(id);
    return entry && ownRecord(entry);
  }

  /** Lists the records, starting with the most recently added. */
  values(): readonly Entry[] {
    this.#sorted ??= [...[...this.#added.values()].reverse(), ...this.#seeds.values()];
    return this.#sorted;
  }

  /** Lists the initial runs and scans that have neither ended nor been stopped. */
  listActive(): Entry[] {
    return [...this.#seeds.values()].filter(
      (entry) => entry.record.finished_at === null && 'progress' in entry.record && !this.timed.has(entry),
    );
  }

  /** Replaces a record in place, or adds it at the start. */
  set(entry: Entry): void {
    this.#sorted = undefined;
    if (this.#seeds.has(entry.id)) this.#seeds.set(entry.id, entry);
    else this.#added.set(entry.id, entry);
  }

  /** Adds an initial record at the start. */
  place(entry: Entry): void {
    this.set(entry);
    if (this.#added.has(entry.id)) this.#placed.add(entry.id);
  }

  delete(id: string): void {
    const entry = this.get(id);
    if (entry) this.timed.delete(entry);
    this.#sorted = undefined;
    this.#added.delete(id);
    this.#placed.delete(id);
    if (this.#seeds.delete(id)) this.#deleted.add(id);
  }

  /** Returns the differences from the initial records. */
  capture(): CapturedList {
    const toCaptured = (entry: Entry): CapturedEntry => {
      const { isOwn: _, example: __, initial: ___, ...others } = entry;
      return { ...others, isTimed: this.timed.has(entry), isPlaced: this.#placed.has(entry.id) };
    };
    const changed = [...this.#seeds.values()].filter(({ isOwn }) => isOwn);
    return { entries: [...changed, ...this.#added.values()].map(toCaptured), deleted: [...this.#deleted] };
  }

  /** Applies captured changes to a list in its initial state. */
  restore({ entries, deleted }: CapturedList): void {
    for (const id of deleted) this.delete(id);
    for (const { isTimed, isPlaced, ...captured } of entries) {
      const entry: Entry = { ...this.get(captured.id), ...captured, isOwn: true };
      if (isPlaced) this.place(entry);
      else this.set(entry);
      if (isTimed) this.timed.add(entry);
    }
  }
}
