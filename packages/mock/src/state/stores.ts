/** The stores of all tokens, which start with the same records. */
import { isJsonObject } from '../bundled/openapi.ts';
import type { Mutation } from '../sample-data/mutations.ts';
import type { Source } from '../sample-data/source.ts';
import { type CapturedStore, Store } from './store.ts';
import { deleteOldest } from './store-limits.ts';

/** Maximum number of tokens whose records are stored; beyond it, the oldest are deleted. */
const MAX_TOKENS = 1_000;

/** The captured state of all stores, as a JSON value. */
export interface CapturedStores {
  /** The changes of the initial records since startup. */
  mutations: Mutation[];
  stores: Record<string, CapturedStore>;
}

/** The stores of a mock. */
export class Stores {
  readonly source: Source;
  readonly #stores = new Map<string, Store>();
  readonly #mutations: Mutation[] = [];
  readonly #onChange: () => void;
  /** Number of mutations that a reset doesn't undo. */
  #startCount = 0;
  #base: Store | undefined;

  /** @param onChange called after every change */
  constructor(source: Source, onChange: () => void = () => {}) {
    this.source = source;
    this.#onChange = onChange;
  }

  /** The initial records of every token. Requests don't change them. */
  get base(): Store {
    this.#base ??= this.#create(false);
    return this.#base;
  }

  /** Returns the records of a token. */
  of(token: string): Store {
    const known = this.#stores.get(token);
    if (known) return known;
    if (this.#stores.size >= MAX_TOKENS) deleteOldest(this.#stores);
    const store = this.#create(true);
    this.#stores.set(token, store);
    return store;
  }

  /** Lists the tokens with their records. */
  entries(): Iterable<[string, Store]> {
    return this.#stores;
  }

  #create(isLive: boolean): Store {
    return new Store(this.source, [...this.#mutations], isLive);
  }

  /** Changes the initial records and the records of all tokens. */
  mutate(mutation: Mutation): void {
    this.#mutations.push(mutation);
    this.#base?.mutate(mutation);
    for (const store of this.#stores.values()) store.mutate(mutation);
    this.#onChange();
  }

  /** Changes the records of one token. */
  mutateOne(token: string, mutation: Mutation): void {
    this.of(token).mutate(mutation);
    this.#onChange();
  }

  /** Reports that a request changed records. */
  notify(): void {
    this.#onChange();
  }

  /** Makes all changes up to now part of the state that a reset restores. */
  finishStart(): void {
    this.#startCount = this.#mutations.length;
  }

  /**
   * Deletes all changes since startup.
   *
   * @param token the token whose records are deleted; default: the records of all tokens, and changes of initial records
   */
  reset(token?: string): void {
    if (token === undefined) {
      this.#mutations.length = this.#startCount;
      this.#base = undefined;
      this.#stores.clear();
    } else this.#stores.delete(token);
    this.#onChange();
  }

  /** Returns all changes since startup, as a JSON value that shares nothing with the records. */
  capture(): CapturedStores {
    const stores = Object.fromEntries([...this.#stores].map(([token, store]) => [token, store.capture()]));
    return structuredClone({ mutations: this.#mutations.slice(this.#startCount), stores });
  }

  /**
   * Replaces all changes since startup with captured changes.
   *
   * @throws {TypeError} when they have the wrong structure; then nothing changes
   */
  restore(captured: CapturedStores): void {
    const { mutations, stores } = structuredClone(captured);
    if (!Array.isArray(mutations) || !isJsonObject(stores)) throw new TypeError('has the wrong structure');
    const all = [...this.#mutations.slice(0, this.#startCount), ...mutations];
    const restored = Object.entries(stores).map(
      ([token, store]) => [token, Store.restore(this.source, store)] as const,
    );
    this.#mutations.splice(0, this.#mutations.length, ...all);
    this.#base = undefined;
    this.#stores.clear();
    for (const [token, store] of restored) this.#stores.set(token, store);
    this.#onChange();
  }
}
