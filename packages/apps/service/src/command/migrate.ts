import { createConnector, migrateDatabase } from '../composition/database.ts';
import { readSettings } from '../composition/settings.ts';
import { openDatabase } from '../platform/database/database.ts';
import { parseOptions } from './arguments.ts';

/** Runs `aispm-service migrate`. */
export async function runMigrate(args: string[]): Promise<void> {
  parseOptions(args, {});
  const database = openDatabase(createConnector(readSettings(process.env)));
  try {
    const { applied } = await migrateDatabase(database);
    process.stdout.write(applied.length === 0 ? 'The tables are up to date.\n' : `Applied: ${applied.join(', ')}\n`);
  } finally {
    await database.close();
  }
}
