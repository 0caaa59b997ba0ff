/** Encodes the bodies of responses. Most responses of a mock repeat, and are the same text each time. */

/** Maximum number of kept bodies; then all of them are forgotten. */
const MAX_BODIES = 64;
/** Maximum length of a kept body, in characters. */
const MAX_LENGTH = 65_536;

const bodies = new Map<string, Buffer>();

/** Encodes a body as UTF-8; the bytes of a recent one are the same object. */
export function encodeBody(body: string): Buffer {
  const known = bodies.get(body);
  if (known) return known;
  const bytes = Buffer.from(body);
  if (body.length > MAX_LENGTH) return bytes;
  if (bodies.size >= MAX_BODIES) bodies.clear();
  bodies.set(body, bytes);
  return bytes;
}
