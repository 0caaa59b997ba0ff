/** A cache with a maximum size: clients send ever new ids, queries and cursors, and the memory must not grow with them. */

/** Keeps computed values; when it is full, all of them are forgotten. */
export class BoundedCache<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #maxSize: number;

  /** @param maxSize maximum number of values */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Number of kept values. */
  get size(): number {
    return this.#values.size;
  }

  /** Returns the kept value; undefined when there is none. */
  find(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** Keeps a value. */
  set(key: Key, value: Value): void {
    if (this.#values.size >= this.#maxSize) this.#values.clear();
    this.#values.set(key, value);
  }

  /** Returns the kept value, or computes and keeps it. Nothing is kept when the computation throws. */
  get(key: Key, compute: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) return known as Value;
    const value = compute();
    this.set(key, value);
    return value;
  }
}
