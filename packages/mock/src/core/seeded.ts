/** Pseudo-random values that depend on a seed alone, and so not on the values before them. */
import { createHash } from 'node:crypto';

/** Returns a number from 0 to below 1. */
export function seededNumber(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** Returns a UUID (RFC 9562, version 8). */
export function seededUuid(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
