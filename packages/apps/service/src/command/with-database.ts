import { createConnector, migrateDatabase } from '../composition/database.ts';
import { readSettings } from '../composition/settings.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { Settings } from '../platform/services/settings.ts';

/** Runs a command on the configured database after migrating its tables, and then closes it. */
export async function withDatabase<R>(use: (database: Database, settings: Settings) => Promise<R>): Promise<R> {
  const settings = readSettings(process.env);
  const database = openDatabase(createConnector(settings));
  try {
    await migrateDatabase(database);
    return await use(database, settings);
  } finally {
    await database.close();
  }
}
