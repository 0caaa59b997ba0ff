/** The HTTP server of a process that only serves probes. */
import fastify, { type FastifyInstance } from 'fastify';
import type { Services } from '../../services/services.ts';
import { sendError } from '../errors/error-response.ts';
import { addProbes } from './probes.ts';

/** Creates the server. It doesn't listen yet. */
export function createProbeServer(services: Services): FastifyInstance {
  const server = fastify({ logger: { level: services.settings.logLevel }, forceCloseConnections: 'idle' });
  server.setErrorHandler(sendError);
  addProbes(server, services);
  return server;
}
