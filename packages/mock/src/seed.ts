/** What looks like chance and depends on nothing but a seed; a seed leaves nothing behind for what comes after. */
import { createHash } from 'node:crypto';

/** A number from 0 to below 1 that depends on nothing but the seed. */
export function share(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** A UUID that depends on nothing but the seed (RFC 9562, version 8). */
export function uuid(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
