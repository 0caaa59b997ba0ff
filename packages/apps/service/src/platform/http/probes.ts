/** Probes for orchestrators: liveness and readiness. */
import type { FastifyInstance, LogLevel } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';

/** Adds `/healthz` (the process responds) and `/readyz` (its database responds, too). */
export function addProbes(server: FastifyInstance, { database, settings }: Services): void {
  const logLevel = probeLogLevel(settings);
  server.get('/healthz', { logLevel }, async () => ({ status: 'ok' }));
  server.get('/readyz', { logLevel }, async () => {
    await database.system((db) => sql`SELECT 1`.execute(db));
    return { status: 'ready' };
  });
}

/** Returns the log level of probes: they are frequent, and logged only when they fail. */
export function probeLogLevel({ logLevel }: Settings): LogLevel {
  return ['fatal', 'error', 'silent'].includes(logLevel) ? (logLevel as LogLevel) : 'warn';
}
