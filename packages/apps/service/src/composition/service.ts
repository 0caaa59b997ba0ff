/** The service: handlers, jobs and server on a database. */
import { createSecretKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createConsoleHandler } from '@aispm/console/server';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { WebhookSender } from '../domains/webhooks/index.ts';
import { FailureLog } from '../platform/audit/failure-log.ts';
import { BASE_PATH } from '../platform/contract/contract.ts';
import { type Clock, SYSTEM_CLOCK } from '../platform/core/clock.ts';
import { createLog } from '../platform/core/log.ts';
import { Mutex } from '../platform/core/mutex.ts';
import { CONSOLE_FOLDER } from '../platform/core/package-files.ts';
import type { Database } from '../platform/database/database.ts';
import type { Handlers } from '../platform/http/operation.ts';
import { createMetricsServer } from '../platform/http/probes/metrics.ts';
import { createProbeServer } from '../platform/http/probes/probe-server.ts';
import { createServer } from '../platform/http/server.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { createKeyQueries } from '../platform/keys/key-queries.ts';
import { loadSecret } from '../platform/services/secrets.ts';
import type { Services } from '../platform/services/services.ts';
import type { Settings } from '../platform/services/settings.ts';
import { Threads } from '../platform/threads/threads.ts';
import { handlers } from './handlers.ts';
import { JOB_KINDS, PERIODIC_TASKS } from './jobs.ts';

/** A service that is set up but doesn't listen yet. */
export interface Service {
  server: FastifyInstance;
  /** Serves the metrics of this process. Doesn't listen yet. */
  metricsServer: FastifyInstance;
  services: Services;
  /** Finishes requests and jobs, then closes the database. */
  close(): Promise<void>;
}

/**
 * Sets up the service on an up-to-date database.
 *
 * @param operations default: the handlers of the domains
 */
export async function createService(
  settings: Settings,
  database: Database,
  operations: Handlers = handlers,
  clock = SYSTEM_CLOCK,
): Promise<Service> {
  const { services, jobs, sender } = await createServices(settings, database, settings.runsWorker, clock);
  const files = fileURLToPath(CONSOLE_FOLDER);
  const server = await createServer(operations, services, createConsoleHandler({ api: BASE_PATH, files }));
  const metricsServer = createMetricsServer(services);
  // After the server listens, so clients don't wait for the queue.
  server.addHook('onListen', () => {
    void jobs.start();
    if (settings.runsWorker) sender.start();
  });
  return {
    server,
    metricsServer,
    services,
    async close() {
      await Promise.all([
        server.close(),
        metricsServer.close(),
        jobs.stop(settings.shutdownTimeoutMs),
        sender.stop(settings.shutdownTimeoutMs),
      ]);
      await services.threads.close();
      await services.failures
        .flush(database, true)
        .catch((err) => services.log.error({ err }, 'The last authentication failures are missing from the audit log'));
      await database.close();
    },
  };
}

/** A process that only executes jobs. */
export interface Worker {
  services: Services;
  /** Serves probes. Doesn't listen yet. */
  server: FastifyInstance;
  /** Serves the metrics of this process. Doesn't listen yet. */
  metricsServer: FastifyInstance;
  /** Finishes jobs, then closes the database. */
  close(): Promise<void>;
}

/** Starts executing jobs on an up-to-date database. */
export async function startWorker(settings: Settings, database: Database): Promise<Worker> {
  const { services, jobs, sender } = await createServices(settings, database, true, SYSTEM_CLOCK);
  const server = createProbeServer(services);
  const metricsServer = createMetricsServer(services);
  await jobs.start();
  sender.start();
  return {
    services,
    server,
    metricsServer,
    async close() {
      await Promise.all([
        server.close(),
        metricsServer.close(),
        jobs.stop(settings.shutdownTimeoutMs),
        sender.stop(settings.shutdownTimeoutMs),
      ]);
      await services.threads.close();
      await database.close();
    },
  };
}

async function createServices(
  settings: Settings,
  database: Database,
  executesJobs: boolean,
  clock: Clock,
): Promise<{ services: Services; jobs: Jobs; sender: WebhookSender }> {
  const shared = {
    settings,
    clock,
    database,
    log: createLog(settings.logLevel),
    metrics: new Registry(),
    largeTasks: new Mutex(),
    threads: new Threads(),
    keys: createKeyQueries(database),
    failures: new FailureLog(clock.now),
    cursorKey: createSecretKey(await loadSecret(database, 'cursors')),
    webhookKey: createSecretKey(await loadSecret(database, 'webhooks')),
  };
  const jobs = new Jobs(shared, { kinds: JOB_KINDS, tasks: PERIODIC_TASKS, executesJobs });
  const services = { ...shared, jobs };
  return { services, jobs, sender: new WebhookSender(services) };
}
