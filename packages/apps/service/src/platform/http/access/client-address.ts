/** Finds where a request comes from. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the address of the client: that of the connection, or what `TRUST_PROXY` makes of `X-Forwarded-For`. A proxy that forwards
 * anything but an address is the client itself.
 */
export function findClientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // Some proxies add the port.
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

/** Length of the prefix that providers give to one client, in bits. */
const IPV6_CLIENT_PREFIX = 64;

/**
 * Returns what stands for one client where requests are counted by address: an IPv4 address, also where it is written as an IPv6
 * address, or the network of 64 bits of an IPv6 address, all of whose addresses one client may use.
 */
export function toClientNetwork(address: string): string {
  if (isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_CLIENT_PREFIX}`);
  return `${network.toString()}/${IPV6_CLIENT_PREFIX}`;
}
