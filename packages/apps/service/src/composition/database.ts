/** Connects to the configured database. */

import { type Database, openDatabase } from '../platform/database/database.ts';
import type { Connector } from '../platform/database/drivers/connection.ts';
import { embedded } from '../platform/database/drivers/embedded.ts';
import { postgres } from '../platform/database/drivers/postgres.ts';
import { listPending, type MigratedSchema, migrate, type PendingMigration } from '../platform/database/migrate.ts';
import type { Settings } from '../platform/services/settings.ts';
import { CODE_MIGRATIONS } from './migrations.ts';
import { refreshWorkspaces } from './workspaces.ts';

/** Returns the connector for the configured database. */
export function createConnector({ databaseUrl, dataFolder, poolSize, statementTimeoutMs }: Settings): Connector {
  return databaseUrl === undefined
    ? embedded({ folder: dataFolder })
    : postgres({ url: databaseUrl, poolSize, statementTimeoutMs });
}

/** Applies the migrations that a database lacks. */
export function migrateDatabase(database: Database): Promise<MigratedSchema> {
  return migrate(database, CODE_MIGRATIONS);
}

/** Lists the migrations that a database lacks, without applying them. */
export function listPendingMigrations(database: Database): Promise<PendingMigration[]> {
  return listPending(database, CODE_MIGRATIONS);
}

/** Opens a database, migrates its schema and updates the contents of its workspaces. */
export async function prepareDatabase(connector: Connector): Promise<Database> {
  const database = openDatabase(connector);
  try {
    const { isNewer } = await migrateDatabase(database);
    // Workspaces keep the rules of a newer release.
    if (!isNewer) await refreshWorkspaces(database);
  } catch (error) {
    // An open connection would keep the process alive.
    await database.close();
    throw error;
  }
  return database;
}
