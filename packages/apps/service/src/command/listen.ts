/** Listens on the address of the settings. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../platform/services/settings.ts';
import { UsageError } from './arguments.ts';

/** An address to listen on. */
export interface Address {
  host: string;
  /** 0 for a free port. */
  port: number;
  /** The settings of host and port, for error messages. */
  settings: 'HOST and PORT' | 'HOST and WORKER_PORT' | 'METRICS_HOST and METRICS_PORT';
}

/** Returns the address of the metrics; undefined for none. */
export function toMetricsAddress({ metricsHost: host, metricsPort: port }: Settings): Address | undefined {
  return port === undefined ? undefined : { host, port, settings: 'METRICS_HOST and METRICS_PORT' };
}

/**
 * Listens briefly.
 *
 * @throws {UsageError} if the address isn't available
 */
export async function checkAddress({ host, port, settings }: Address): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw unavailableAddress({ host, port, settings }, error as NodeJS.ErrnoException);
  }
  server.close();
  await once(server, 'close');
}

/**
 * Starts a server.
 *
 * @returns its origin, such as `http://127.0.0.1:4030`
 * @throws {UsageError} if the address isn't available; the server is then closed
 */
export async function listen(
  { server, close }: { server: FastifyInstance; close(): Promise<void> },
  { host, port, settings }: Address,
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    await close();
    throw unavailableAddress({ host, port, settings }, error as NodeJS.ErrnoException);
  }
}

function unavailableAddress({ host, port, settings }: Address, { code, message }: NodeJS.ErrnoException): UsageError {
  const reason = code === 'EADDRINUSE' ? 'another process is using it' : message;
  return new UsageError(`Cannot listen on ${host}, port ${port}: ${reason}. Set ${settings} to a free address.`);
}
