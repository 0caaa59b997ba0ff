/** Facts as bytes: they cross threads and are kept in the cache in this form, which is far smaller than the facts themselves. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileFacts } from '../facts/facts.ts';

/** Facts compress well; a higher level takes longer and saves little. */
const LEVEL = 1;

/** Turns facts into bytes. */
export function packFacts(facts: FileFacts): Uint8Array {
  // The result is a view on a buffer that is many times larger, and that would be kept and sent with it.
  return new Uint8Array(deflateRawSync(JSON.stringify(facts), { level: LEVEL }));
}

/**
 * Returns the facts of bytes that `packFacts` returned.
 *
 * @throws {Error} when they are others
 */
export function unpackFacts(packed: Uint8Array): FileFacts {
  return JSON.parse(inflateRawSync(packed).toString());
}
