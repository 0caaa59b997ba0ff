/** Pseudo-random values that depend only on a seed, and not on previous values. */
import { createHash } from 'node:crypto';

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export function seededNumber(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** Returns a UUID (RFC 9562, version 8). */
export function seededUuid(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
