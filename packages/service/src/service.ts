/** The service as a whole: database, handlers, server. */
import { createSecretKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Connector } from './database/connection.ts';
import { type Database, openDatabase } from './database/database.ts';
import { embedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { postgres } from './database/postgres.ts';
import { handlers } from './handlers.ts';
import type { Handlers } from './http/operation.ts';
import { createServer } from './http/server.ts';
import { Jobs } from './jobs/jobs.ts';
import { JOB_KINDS, PERIODIC_TASKS } from './jobs/registry.ts';
import { createLog } from './log.ts';
import { sharedSecret } from './secrets.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { refreshWorkspaces } from './workspaces/workspaces.ts';

/** A service that is set up and does not listen yet. */
export interface Service {
  server: FastifyInstance;
  services: Services;
  /** Ends requests and jobs, then the database. */
  close(): Promise<void>;
}

/** The database that the settings name. */
export function connectorOf({ databaseUrl, dataFolder, poolSize, statementTimeoutMs }: Settings): Connector {
  return databaseUrl === undefined
    ? embedded({ folder: dataFolder })
    : postgres({ url: databaseUrl, poolSize, statementTimeoutMs });
}

/** Opens the database and brings its tables up to date. */
export async function prepareDatabase(connector: Connector): Promise<Database> {
  const database = openDatabase(connector);
  await migrate(database);
  await refreshWorkspaces(database);
  return database;
}

/**
 * Sets the service up on a database that is up to date.
 *
 * @param operations default: those of the service
 */
export async function createService(
  settings: Settings,
  database: Database,
  operations: Handlers = handlers,
): Promise<Service> {
  const services = await createServices(settings, database, settings.runsWorker);
  const server = await createServer(operations, services);
  // Whoever waits for the service to listen does not wait for the queue.
  server.addHook('onListen', () => {
    void services.jobs.start();
  });
  return {
    server,
    services,
    async close() {
      await Promise.all([server.close(), services.jobs.stop(settings.shutdownTimeoutMs)]);
      await database.close();
    },
  };
}

/** A process that only carries out jobs. */
export interface Worker {
  services: Services;
  /** Ends what is under way, then the database. */
  close(): Promise<void>;
}

/** Starts to carry out jobs on a database that is up to date. */
export async function startWorker(settings: Settings, database: Database): Promise<Worker> {
  const services = await createServices(settings, database, true);
  await services.jobs.start();
  return {
    services,
    async close() {
      await services.jobs.stop(settings.shutdownTimeoutMs);
      await database.close();
    },
  };
}

async function createServices(settings: Settings, database: Database, works: boolean): Promise<Services> {
  const shared = {
    settings,
    database,
    log: createLog(settings.logLevel),
    cursorKey: createSecretKey(await sharedSecret(database, 'cursors')),
  };
  return { ...shared, jobs: new Jobs(shared, { kinds: JOB_KINDS, tasks: PERIODIC_TASKS, works }) };
}
