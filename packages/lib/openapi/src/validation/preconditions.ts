/** Preconditions of requests (RFC 9110, section 13.1). */

/** The headers that make a request conditional. */
export const PRECONDITION_HEADERS = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'] as const;

/** Detail: the operation doesn't support the precondition. */
export const UNSUPPORTED_PRECONDITION = 'is not supported by this operation; omit it to write without a condition';

/**
 * Lists the preconditions of a request that the operation doesn't support, so that it has to be rejected: a client that
 * sends one mustn't change what it didn't expect. Requests that read are never rejected: they have no effect.
 *
 * @param declared names of the header parameters of the operation
 * @param headers names in lower case
 */
export function listUnsupportedPreconditions(
  method: string,
  declared: readonly string[],
  headers: Readonly<Record<string, unknown>>,
): string[] {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase())) return [];
  const supported = declared.map((name) => name.toLowerCase());
  return PRECONDITION_HEADERS.filter((name) => {
    const key = name.toLowerCase();
    return headers[key] !== undefined && !supported.includes(key);
  });
}

/** Lists the entity tags of `If-Match` or `If-None-Match`, with their quotation marks and without `W/`; none for `*`. */
export function listEntityTags(precondition: string): string[] {
  return precondition.match(/"[^"]*"/g) ?? [];
}

/**
 * Returns whether `If-Match` or `If-None-Match` names the entity tag of a record; `*` names each. A weak tag is compared by its value
 * (RFC 9110, section 8.8.3.2): no record has one, so a proxy that compressed the response has weakened it.
 */
export function matchesEntityTag(precondition: string, entityTag: string): boolean {
  return precondition.trim() === '*' || listEntityTags(precondition).includes(entityTag);
}
