/** Pseudo-random values. The same seed generates the same values, in Node.js and in browsers. */

/** All four-digit hexadecimal numbers. */
const DIGITS = Array.from({ length: 0x10000 }, (_, number) => number.toString(16).padStart(4, '0'));

/** A generator of pseudo-random values; each value depends on the previous ones. */
export class Random {
  #state: number;

  constructor(seed: string) {
    // FNV-1a, 32 bits.
    let hash = 0x811c9dc5;
    for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    this.#state = hash >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive) (Mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 (inclusive) to `limit` (exclusive). */
  integer(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Returns one of some items. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(items.length)] as Item;
  }

  /** Returns hexadecimal digits in lowercase. */
  hex(length: number): string {
    let digits = '';
    while (digits.length < length) {
      const drawn = this.integer(2 ** 32);
      digits += `${DIGITS[drawn >>> 16]}${DIGITS[drawn & 0xffff]}`;
    }
    return digits.slice(0, length);
  }

  /** Returns a UUID (RFC 9562, version 8). */
  uuid(): string {
    const hex = this.hex(32);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
