/** Remembers a bounded number of values: those that were used last. */

/** A memory. A value that was forgotten is undefined, as one that was never set. */
export interface Memory<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
}

/**
 * Creates a cache of up to `limit` values. What wasn't used while half as many others were set is forgotten: two generations of
 * values need less than a list in the order of use.
 *
 * @param limit at least 2
 */
export function createMemory<Key, Value>(limit: number): Memory<Key, Value> {
  let recent = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  const set = (key: Key, value: Value) => {
    if (recent.size >= limit / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
  };
  return {
    get: (key) => {
      const found = recent.get(key);
      if (found !== undefined) return found;
      const old = older.get(key);
      if (old !== undefined) set(key, old);
      return old;
    },
    set,
  };
}
