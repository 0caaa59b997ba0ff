/** The database that the settings name. */
import type { Connector } from '../platform/database/connection.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { embedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { postgres } from '../platform/database/postgres.ts';
import type { Settings } from '../platform/settings.ts';
import { CODE_MIGRATIONS } from './migrations.ts';
import { refreshWorkspaces } from './workspaces.ts';

/** Returns the connector for the database that the settings name. */
export function createConnector({ databaseUrl, dataFolder, poolSize, statementTimeoutMs }: Settings): Connector {
  return databaseUrl === undefined
    ? embedded({ folder: dataFolder })
    : postgres({ url: databaseUrl, poolSize, statementTimeoutMs });
}

/** Applies the migrations that a database lacks. @returns their names */
export function migrateDatabase(database: Database): Promise<string[]> {
  return migrate(database, CODE_MIGRATIONS);
}

/** Opens a database, and brings its schema and the contents of its workspaces up to date. */
export async function prepareDatabase(connector: Connector): Promise<Database> {
  const database = openDatabase(connector);
  try {
    await migrateDatabase(database);
    await refreshWorkspaces(database);
  } catch (error) {
    // An open connection would keep the process alive.
    await database.close();
    throw error;
  }
  return database;
}
