/** A cache with a maximum size: clients keep sending new IDs, queries and cursors, and memory must not grow with them. */

/** Caches computed values; when it's full, it's cleared. */
export class BoundedCache<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #maxSize: number;

  /** @param maxSize maximum number of values */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Number of cached values. */
  get size(): number {
    return this.#values.size;
  }

  /** Returns the cached value; undefined when there is none. */
  find(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** Caches a value. */
  set(key: Key, value: Value): void {
    if (this.#values.size >= this.#maxSize) this.#values.clear();
    this.#values.set(key, value);
  }

  /** Returns the cached value, or computes and caches it. Nothing is cached when the computation throws. */
  get(key: Key, compute: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) return known as Value;
    const value = compute();
    this.set(key, value);
    return value;
  }
}
