import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { connectorOf } from '../service.ts';
import { readSettings } from '../settings.ts';
import { readOptions } from './arguments.ts';

/** `aispm-service migrate`. */
export async function migrateDatabase(args: string[]): Promise<void> {
  readOptions(args, {});
  const database = openDatabase(connectorOf(readSettings(process.env)));
  try {
    const steps = await migrate(database);
    process.stdout.write(steps.length === 0 ? 'Everything is up to date.\n' : `Done: ${steps.join(', ')}\n`);
  } finally {
    await database.close();
  }
}
