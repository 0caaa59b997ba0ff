/** The form of API keys: `aispm_<id>_<secret>`. The id finds the key, the hash of the whole proves it. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new key. It exists nowhere else: only its hash is kept. */
export interface NewKey {
  key: string;
  keyId: string;
  hash: Buffer;
}

const ID_BYTES = 9;
const SECRET_BYTES = 32;
const FORM = /^aispm_([0-9a-f]{18})_[A-Za-z0-9_-]{43}$/;

export function makeKey(): NewKey {
  const keyId = randomBytes(ID_BYTES).toString('hex');
  const key = `aispm_${keyId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key, keyId, hash: hashOf(key) };
}

/** The id in a key; undefined when the text has not the form of a key. */
export function keyIdOf(key: string): string | undefined {
  return FORM.exec(key)?.[1];
}

/** SHA-256: a key is random, so nothing slower is needed. */
export function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Compares in constant time. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
