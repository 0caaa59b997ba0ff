/** The service as a whole: database, handlers, server. */
import type { FastifyInstance } from 'fastify';
import type { Connector } from './database/connection.ts';
import { type Database, openDatabase } from './database/database.ts';
import { embedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { postgres } from './database/postgres.ts';
import { handlers } from './handlers.ts';
import { createServer } from './http/server.ts';
import { sharedSecret } from './secrets.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

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
  return database;
}

/** Sets the service up on a database that is up to date. */
export async function createService(settings: Settings, database: Database): Promise<Service> {
  const services: Services = { settings, database, cursorKey: await sharedSecret(database, 'cursors') };
  const server = await createServer(handlers, services);
  return {
    server,
    services,
    async close() {
      await server.close();
      await database.close();
    },
  };
}
