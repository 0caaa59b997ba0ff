/** The little of `node:crypto` that the mock uses, for browsers, which digest only asynchronously. */
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer, type Bytes, type Encoding } from './buffer.js';

/** A random UUID. Browsers have it on the pages that they allow a service worker on. */
export const randomUUID = (): string => crypto.randomUUID();

/** A SHA-256 digest, taken step by step. */
export function createHash(_algorithm: 'sha256') {
  const hash = sha256.create();
  const steps = {
    update(text: string) {
      hash.update(new TextEncoder().encode(text));
      return steps;
    },
    digest,
  };
  function digest(): Bytes;
  function digest(encoding: Encoding): string;
  function digest(encoding?: Encoding): Bytes | string {
    const bytes = Buffer.from(hash.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
  return steps;
}
