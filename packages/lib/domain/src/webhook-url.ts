/** Which URLs a webhook may have. */

/**
 * Checks the text of a URL to which events are to be sent: `https` and the name of a host.
 *
 * @param allows whether the operator allows a URL whose host is an address, `localhost` or a name below it
 * @returns what is wrong, as a predicate; undefined if nothing is
 */
export function findWebhookUrlProblem(text: string, allows: (url: URL) => boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  const { protocol, username, password, hash } = url;
  if (username !== '' || password !== '') return 'must not contain credentials';
  if (hash !== '') return 'must not have a fragment';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isLoopbackHost(host);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return 'must start with https://';
  if ((isLocal || isAddress(host)) && !allows(url)) {
    return `must name a host: ${host} is an address that the operator has not allowed`;
  }
  return undefined;
}

/** Returns whether the host of a parsed URL is the machine itself, by its address or its name. */
export function isLoopbackHost(host: string): boolean {
  return host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host) || /(?:^|\.)localhost\.?$/.test(host);
}

/** Returns whether the host of a parsed URL is an address. Parsing has normalized other ways to write one. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);
}
