/** Metrics for Prometheus. */
import fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram } from 'prom-client';
import type { Services } from '../../services/services.ts';
import { sendError } from '../errors/error-response.ts';
import { probeLogLevel } from './probes.ts';

/** Upper bounds of the buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Measures every request by operation and status. Labels contain no tenant and no identifier. */
export function measureRequests(server: FastifyInstance, { metrics: registry }: Services): void {
  const duration = new Histogram({
    name: 'aispm_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['operation', 'method', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    duration.observe(
      { operation: operation?.operationId ?? 'none', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/** Creates the server of `/metrics`, which needs no API key, so it has a separate port. It doesn't listen yet. */
export function createMetricsServer({ database, settings, metrics: registry }: Services): FastifyInstance {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'aispm_database_connections',
    help: 'Database connections, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { open, idle, waiting } = database.pool;
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const server = fastify({ logger: { level: settings.logLevel }, forceCloseConnections: 'idle' });
  server.setErrorHandler(sendError);
  server.get('/metrics', { logLevel: probeLogLevel(settings) }, async (_, reply) => {
    reply.type(registry.contentType).serializer((text: unknown) => String(text));
    return registry.metrics();
  });
  return server;
}
