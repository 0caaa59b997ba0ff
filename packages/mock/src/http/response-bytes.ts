/** Encodes the bodies of responses. Most responses of a mock are the same string. */
import { BoundedCache } from '../core/bounded-cache.ts';

/** Maximum number of cached bodies. */
const MAX_BODIES = 64;
/** Maximum length of a cached body, in characters. */
const MAX_LENGTH = 65_536;

const bodies = new BoundedCache<string, Buffer>(MAX_BODIES);

/** Encodes a body as UTF-8, and returns the same object for a recently encoded body. */
export function encodeBody(body: string): Buffer {
  const encode = () => Buffer.from(body);
  return body.length > MAX_LENGTH ? encode() : bodies.get(body, encode);
}
