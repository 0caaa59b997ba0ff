import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** The first port that Linux assigns to programs that request any port; another test may receive it at any time. */
const FIRST_EPHEMERAL_PORT = 32_768;

/** Finds a free TCP port for a server that cannot choose one itself. */
export async function freePort(): Promise<number> {
  return getPort({ port: Array.from({ length: 20 }, () => randomInt(10_000, FIRST_EPHEMERAL_PORT)) });
}
