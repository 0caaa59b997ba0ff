import { createConnector, migrateDatabase } from '../composition/database.ts';
import { readSettings } from '../composition/settings.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { Settings } from '../platform/services/settings.ts';

/** Runs a command on the database of the settings, whose tables are brought up to date before. Closes it at the end. */
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
