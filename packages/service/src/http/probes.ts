/** Whether the process lives, and whether it can work. */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

/** Adds `/healthz` (the process answers) and `/readyz` (and its database does). */
export function addProbes(server: FastifyInstance, { database }: Services): void {
  server.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  server.get('/readyz', { logLevel: 'warn' }, async () => {
    await database.system((db) => sql`SELECT 1`.execute(db));
    return { status: 'ready' };
  });
}
