/** Whether the process lives, and whether it can work. */

import type { FastifyInstance, LogLevel } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';

/** Adds `/healthz` (the process answers) and `/readyz` (and its database does). */
export function addProbes(server: FastifyInstance, { database, settings }: Services): void {
  const logLevel = probeLogLevel(settings);
  server.get('/healthz', { logLevel }, async () => ({ status: 'ok' }));
  server.get('/readyz', { logLevel }, async () => {
    await database.system((db) => sql`SELECT 1`.execute(db));
    return { status: 'ready' };
  });
}

/** Probes come all the time: they are logged only when they fail. */
export function probeLogLevel({ logLevel }: Settings): LogLevel {
  return ['fatal', 'error', 'silent'].includes(logLevel) ? (logLevel as LogLevel) : 'warn';
}
