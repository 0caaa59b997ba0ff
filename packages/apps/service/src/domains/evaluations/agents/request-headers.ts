/** The headers of requests to agents. */

/** The headers that the service sets itself, and connection headers. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns whether settings can't contain a header because the service sets it. */
export function isOwnHeader(name: string): boolean {
  return OWN_HEADERS.has(name.toLowerCase());
}
