/**
 * API keys have the format `aispm_<id>_<secret>`. The id is used to look up the key, and the hash of the complete key to verify
 * it.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new key. Only its hash is stored. */
export interface NewKey {
  key: string;
  keyId: string;
  hash: Buffer;
}

const ID_BYTES = 9;
const SECRET_BYTES = 32;
const FORMAT = /^aispm_([0-9a-f]{18})_[A-Za-z0-9_-]{43}$/;

/** @param keyId the id of an existing key that gets a new secret; default: a new id */
export function generateKey(keyId: string = randomBytes(ID_BYTES).toString('hex')): NewKey {
  const key = `aispm_${keyId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key, keyId, hash: hashKey(key) };
}

/** Returns the id in a key; undefined if the string isn't in the format of a key. */
export function parseKeyId(key: string): string | undefined {
  return FORMAT.exec(key)?.[1];
}

/** Returns the SHA-256 of a key. Keys are random, so a slower hash isn't needed. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Compares two hashes in constant time. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
