/** Determines where a request comes from. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client's address: the connection's, or the one from `X-Forwarded-For`, as configured by `TRUST_PROXY`. A proxy
 * that forwards anything other than an address counts as the client itself.
 */
export function findClientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // Some proxies append the port.
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

/** Length of the prefix that providers assign to one client, in bits. */
const IPV6_CLIENT_PREFIX = 64;

/**
 * Returns the key by which requests of a client are counted: an IPv4 address, even if it's mapped to IPv6, or the /64 network
 * of an IPv6 address, because one client may use all of its addresses.
 */
export function toClientNetwork(address: string): string {
  if (isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_CLIENT_PREFIX}`);
  return `${network.toString()}/${IPV6_CLIENT_PREFIX}`;
}
