/** Decides which IP addresses evaluations may call. */
import ipaddr from 'ipaddr.js';

/**
 * Ranges whose addresses may be called if they're listed. In all other ranges, only public addresses may be called.
 */
const LISTABLE_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Addresses of cloud metadata services, which return credentials. Link-local ones are always blocked. */
const METADATA_ADDRESSES: readonly string[] = ['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'];

/** The public addresses of IPv6 (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** The allowlist is invalid. The message contains the entry. */
export class AllowListError extends Error {
  override readonly name = 'AllowListError';
}

interface HostEntry {
  /** The host, or the suffix with its leading dot. */
  readonly host: string;
  readonly isSuffix: boolean;
  /** Undefined for the scheme's default port. */
  readonly port: string | undefined;
}

/** Decides which hosts may be called, and at which IP addresses. */
export interface AddressPolicy {
  /** Returns whether any address of a host and port may be called. */
  readonly allowsHost: (url: URL) => boolean;
  /** Returns why an address of a host mustn't be called; undefined if it may. */
  readonly refuses: (address: string, hostname: string) => string | undefined;
}

/**
 * Parses an allowlist. Its entries are
 *
 * - `host`, `host:port` or `host:*`: the scheme's default port without a port, any port with `*`;
 * - `*.suffix` with the same ports: every host below the suffix, but not the suffix itself;
 * - `address/prefix`: loopback or private addresses that listed hosts may resolve to.
 *
 * A host that is listed as an address, or as `localhost`, may be loopback or private. Link-local, cloud metadata, multicast,
 * unspecified and reserved addresses, and IPv6 addresses that embed IPv4 ones, are never called.
 *
 * @throws {AllowListError} naming the entry
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const networks = allow.filter((entry) => entry.includes('/')).map(parseNetwork);
  const hosts = allow.filter((entry) => !entry.includes('/')).map(parseHost);
  return {
    allowsHost: (url) => hosts.some((entry) => matches(entry, url)),
    refuses: (address, hostname) => {
      if (!ipaddr.isValid(address)) return 'is not an address';
      const parsed = ipaddr.parse(address);
      // IANA doesn't assign public addresses outside of 2000::/3. Others, such as ::7f00:1, are obsolete or malformed.
      const isUnassigned = parsed.kind() === 'ipv6' && parsed.range() === 'unicast' && !parsed.match(GLOBAL_UNICAST);
      const range = isUnassigned ? 'reserved' : parsed.range();
      if (
        METADATA_ADDRESSES.some(
          (metadata) => ipaddr.parse(metadata).toNormalizedString() === parsed.toNormalizedString(),
        )
      ) {
        return 'is the address of a cloud metadata service';
      }
      if (range === 'unicast') return undefined;
      if (!LISTABLE_RANGES.includes(range)) return `is in a range that must never be called (${range})`;
      const isListed =
        networks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network)) ||
        (normalizeHost(hostname) === parsed.toString() && hosts.some((entry) => entry.host === parsed.toString())) ||
        (range === 'loopback' && hostname === 'localhost' && hosts.some((entry) => entry.host === 'localhost'));
      return isListed ? undefined : `is not public (${range}) and not an allowed host`;
    },
  };
}

function parseNetwork(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  try {
    return ipaddr.parseCIDR(entry);
  } catch {
    throw new AllowListError(`${JSON.stringify(entry)} is not a network. Write it like 10.1.0.0/16.`);
  }
}

function parseHost(entry: string): HostEntry {
  const [, suffix, host = '', port] = /^(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}|\*))?$/i.exec(entry) ?? [];
  if (host === '' || !URL.canParse(`http://${host}`) || Number(port) > 65_535) {
    throw new AllowListError(
      `${JSON.stringify(entry)} is not a host. Write it as host, host:port, *.suffix or address/prefix.`,
    );
  }
  const name = normalizeHost(new URL(`http://${host}`).hostname);
  return { host: suffix === undefined ? name : `.${name}`, isSuffix: suffix !== undefined, port };
}

function matches(entry: HostEntry, url: URL): boolean {
  const host = normalizeHost(url.hostname);
  const isHost = entry.isSuffix ? host.endsWith(entry.host) && !ipaddr.isValid(host) : host === entry.host;
  // `URL` omits the scheme's default port.
  const port =
    entry.port === undefined ? '' : new URL(`${url.protocol}//h:${entry.port === '*' ? url.port : entry.port}`).port;
  return isHost && port === url.port;
}

/** Removes IPv6 brackets and the trailing dot from a host. */
function normalizeHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
