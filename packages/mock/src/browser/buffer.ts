/** The part of Node's `Buffer` that the mock uses, for browsers. */

/** Text encodings that the mock uses. */
export type Encoding = 'utf8' | 'base64url' | 'hex';

/** Bytes that can be converted to text. */
export class Bytes extends Uint8Array {
  override toString(encoding: Encoding = 'utf8'): string {
    if (encoding === 'utf8') return new TextDecoder().decode(this);
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const binary = Array.from(this, (byte) => String.fromCharCode(byte)).join('');
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  /** Reads an unsigned big-endian integer of up to six bytes. */
  readUIntBE(offset: number, length: number): number {
    return this.subarray(offset, offset + length).reduce((number, byte) => number * 256 + byte, 0);
  }
}

/** Replaces the global `Buffer` in the browser bundle. */
export const Buffer = {
  isBuffer: (value: unknown): boolean => value instanceof Bytes,

  byteLength: (text: string): number => new TextEncoder().encode(text).byteLength,

  from(source: string | Uint8Array, encoding: Encoding = 'utf8'): Bytes {
    if (typeof source !== 'string') return new Bytes(source);
    if (encoding === 'utf8') return new Bytes(new TextEncoder().encode(source));
    // As in Node, characters outside the alphabet are skipped.
    const digits = source
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .replace(/[^A-Za-z0-9+/]/g, '');
    const complete = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
    return new Bytes(Array.from(atob(complete), (character) => character.charCodeAt(0)));
  },
};
