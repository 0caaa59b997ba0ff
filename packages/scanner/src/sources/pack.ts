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
 * Returns the facts of bytes that `packFacts` returned. The parser creates each text anew, even `kind`; equal texts are shared, which
 * saves a seventh of the memory of facts.
 *
 * @param texts the texts that are shared, also with other facts; those of this file are added
 * @throws {Error} when the bytes are others
 */
export function unpackFacts(packed: Uint8Array, texts: Map<string, string> = new Map()): FileFacts {
  return shareTexts(JSON.parse(inflateRawSync(packed).toString()), texts) as FileFacts;
}

function shareTexts(value: unknown, texts: Map<string, string>): unknown {
  if (typeof value === 'string') {
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    return known ?? value;
  }
  if (typeof value === 'object' && value !== null) {
    const properties = value as Record<string, unknown>;
    for (const name in properties) properties[name] = shareTexts(properties[name], texts);
  }
  return value;
}
