import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** Systems give ports from here on to whoever asks for any, and a test that runs beside may be next. */
const GIVEN_BY_THE_SYSTEM = 32_768;

/** Finds a TCP port of this machine for a server that has to be told one. */
export async function freePort(): Promise<number> {
  return getPort({ port: Array.from({ length: 20 }, () => randomInt(10_000, GIVEN_BY_THE_SYSTEM)) });
}
