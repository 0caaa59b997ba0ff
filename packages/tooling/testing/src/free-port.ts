import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** The first port of the range from which Linux assigns ports: another test may get one of these at any time. */
const FIRST_EPHEMERAL_PORT = 32_768;

/** Finds a free TCP port for a server that can't choose one itself. */
export async function freePort(): Promise<number> {
  return getPort({ port: Array.from({ length: 20 }, () => randomInt(10_000, FIRST_EPHEMERAL_PORT)) });
}
