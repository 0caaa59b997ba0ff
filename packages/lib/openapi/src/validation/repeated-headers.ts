/** Headers that a request has several times. */

/** Headers with one value, of which Node.js keeps the first and drops the others: a proxy before it may have checked another one. */
const SINGLE_HEADERS: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/**
 * Returns the name, as it was sent, of a header that a request mustn't have twice but has (RFC 9112, section 3.2); undefined when there's none.
 *
 * @param rawHeaders names and values in turn, as Node.js has them
 */
export function findRepeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const name = sent.toLowerCase();
    if (seen.has(name)) return sent;
    if (SINGLE_HEADERS.has(name)) seen.add(name);
  }
  return undefined;
}
