/** Facts as bytes: the form in which they cross threads and are cached, far smaller than the facts themselves. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileFacts } from '../facts/facts.ts';

/** Facts compress well; a higher level takes longer and saves little. */
const LEVEL = 1;

/** Turns facts into bytes. */
export function packFacts(facts: FileFacts): Uint8Array {
  // The result is a view on a buffer that is many times larger, and that would be retained and sent with it.
  return new Uint8Array(deflateRawSync(JSON.stringify(facts), { level: LEVEL }));
}

/**
 * Returns the facts of bytes that `packFacts` returned. The parser creates each string anew, even `kind`; equal strings are shared, which
 * saves a seventh of the memory of facts.
 *
 * @param strings the strings that are shared, also with other facts; those of this file are added
 * @throws {Error} when the bytes are others
 */
export function unpackFacts(packed: Uint8Array, strings: Map<string, string> = new Map()): FileFacts {
  return shareStrings(JSON.parse(inflateRawSync(packed).toString()), strings) as FileFacts;
}

function shareStrings(value: unknown, strings: Map<string, string>): unknown {
  if (typeof value === 'string') {
    const known = strings.get(value);
    if (known === undefined) strings.set(value, value);
    return known ?? value;
  }
  if (typeof value === 'object' && value !== null) {
    const properties = value as Record<string, unknown>;
    for (const name in properties) properties[name] = shareStrings(properties[name], strings);
  }
  return value;
}
