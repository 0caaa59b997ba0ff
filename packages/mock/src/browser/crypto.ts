/** The part of `node:crypto` that the mock uses, for browsers, whose built-in digests are asynchronous. */
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer, type Bytes, type Encoding } from './buffer.ts';

/** Creates a random UUID. Browsers provide it on all pages that can use a service worker. */
export const randomUUID = (): string => crypto.randomUUID();

/** Creates a SHA-256 hash that accepts its input in several updates. */
export function createHash(_algorithm: 'sha256') {
  const hash = sha256.create();
  const methods = {
    update(text: string) {
      hash.update(new TextEncoder().encode(text));
      return methods;
    },
    digest,
  };
  function digest(): Bytes;
  function digest(encoding: Encoding): string;
  function digest(encoding?: Encoding): Bytes | string {
    const bytes = Buffer.from(hash.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
  return methods;
}
