/** Probes for orchestrators: liveness and readiness. */
import type { FastifyInstance, LogLevel } from 'fastify';
import { sql } from 'kysely';
import { isStalled } from '../../services/job-queue.ts';
import type { Services } from '../../services/services.ts';
import type { Settings } from '../../services/settings.ts';
import { unavailable } from '../errors/errors.ts';

/** When to retry a probe while no process executes jobs, in seconds. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Adds `/healthz` (the process responds) and `/readyz` (its database responds, and jobs are executed if there are any). As in
 * Kubernetes, `/readyz?exclude=jobs` skips a check, for serving requests even if no process executes jobs.
 */
export function addProbes(server: FastifyInstance, { database, jobs, settings }: Services): void {
  const logLevel = probeLogLevel(settings);
  server.get('/healthz', { logLevel }, async () => ({ status: 'ok' }));
  server.get<{ Querystring: { exclude?: string | string[] } }>('/readyz', { logLevel }, async ({ query }) => {
    if ([query.exclude].flat().includes('jobs')) await database.system((db) => sql`SELECT 1`.execute(db));
    else if (isStalled(await jobs.readBacklog())) {
      throw unavailable('Jobs wait, and no process executes them', RETRY_AFTER_SECONDS);
    }
    return { status: 'ready' };
  });
}

/** Returns the log level of probes, which are frequent, and only logged if they fail. */
export function probeLogLevel({ logLevel }: Settings): LogLevel {
  return ['fatal', 'error', 'silent'].includes(logLevel) ? (logLevel as LogLevel) : 'warn';
}
