import ipaddr from 'ipaddr.js';

/** Kinds of addresses that may be called once they are listed; all others but public ones never are. */
const LISTABLE: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Addresses under which clouds hand out credentials, besides the link-local ones, which are refused as a whole. */
const METADATA: readonly string[] = ['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'];

/** What IPv6 has of public addresses (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** An allow-list that cannot be used. */
export class AllowListError extends Error {
  override readonly name = 'AllowListError';
}

interface HostEntry {
  /** The host, or the suffix with its dot. */
  readonly host: string;
  readonly isSuffix: boolean;
  /** Undefined for the default port of the scheme. */
  readonly port: string | undefined;
}

/** Which hosts may be called, and at which addresses. */
export interface AddressPolicy {
  /** Whether a host and port may be called at all. */
  readonly allowsHost: (url: URL) => boolean;
  /** Why an address of a host may not be called, or undefined when it may. */
  readonly refuses: (address: string, hostname: string) => string | undefined;
}

/**
 * Reads an allow-list. Its entries are
 *
 * - `host`, `host:port` or `host:*`: without a port the default one of the scheme, with `*` any;
 * - `*.suffix`, in the same forms: every host below the suffix, but not the suffix itself;
 * - `address/prefix`: loopback or private addresses that listed hosts may have.
 *
 * A host that is listed as an address, or as `localhost`, may be a loopback or private one. Link-local addresses, those of cloud
 * metadata, multicast, unspecified and reserved ones, and IPv6 addresses that stand for IPv4 ones are never called.
 *
 * @throws AllowListError naming the entry
 */
export function addressPolicy(allow: readonly string[]): AddressPolicy {
  const networks = allow.filter((entry) => entry.includes('/')).map(readNetwork);
  const hosts = allow.filter((entry) => !entry.includes('/')).map(readHost);
  return {
    allowsHost: (url) => hosts.some((entry) => matches(entry, url)),
    refuses: (address, hostname) => {
      if (!ipaddr.isValid(address)) return 'is not an address';
      const parsed = ipaddr.parse(address);
      // Outside of 2000::/3 IANA gives no public addresses; what lies there besides named kinds, such as ::7f00:1, is old or odd.
      const isOdd = parsed.kind() === 'ipv6' && parsed.range() === 'unicast' && !parsed.match(GLOBAL_UNICAST);
      const kind = isOdd ? 'reserved' : parsed.range();
      if (METADATA.some((metadata) => ipaddr.parse(metadata).toNormalizedString() === parsed.toNormalizedString())) {
        return 'hands out credentials of a cloud';
      }
      if (kind === 'unicast') return undefined;
      if (!LISTABLE.includes(kind)) return `is of a kind that is never called (${kind})`;
      const isListed =
        networks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network)) ||
        (bare(hostname) === parsed.toString() && hosts.some((entry) => entry.host === parsed.toString())) ||
        (kind === 'loopback' && hostname === 'localhost' && hosts.some((entry) => entry.host === 'localhost'));
      return isListed ? undefined : `is not public (${kind}) and not listed`;
    },
  };
}

function readNetwork(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  try {
    return ipaddr.parseCIDR(entry);
  } catch {
    throw new AllowListError(`${JSON.stringify(entry)} is no network; write it as 10.1.0.0/16.`);
  }
}

function readHost(entry: string): HostEntry {
  const [, suffix, host = '', port] = /^(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}|\*))?$/i.exec(entry) ?? [];
  if (host === '' || !URL.canParse(`http://${host}`) || Number(port) > 65_535) {
    throw new AllowListError(
      `${JSON.stringify(entry)} is no host; write it as host, host:port, *.suffix or address/prefix.`,
    );
  }
  const name = bare(new URL(`http://${host}`).hostname);
  return { host: suffix === undefined ? name : `.${name}`, isSuffix: suffix !== undefined, port };
}

function matches(entry: HostEntry, url: URL): boolean {
  const host = bare(url.hostname);
  const isHost = entry.isSuffix ? host.endsWith(entry.host) && !ipaddr.isValid(host) : host === entry.host;
  // URL leaves out the default port of its scheme.
  const port =
    entry.port === undefined ? '' : new URL(`${url.protocol}//h:${entry.port === '*' ? url.port : entry.port}`).port;
  return isHost && port === url.port;
}

/** A host without the brackets of IPv6 and the dot of the root. */
function bare(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
