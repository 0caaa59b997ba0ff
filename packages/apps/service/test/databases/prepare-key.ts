import { migrateDatabase } from '../../src/composition/database.ts';
import { createKey } from '../../src/composition/workspaces.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { testPostgres } from './test-postgres.ts';

const WORKSPACE = { tenantId: 't1', workspaceId: 'w1' };

/** Brings the tables of a database up to date, for a process that will serve it. @returns a key for the workspaces */
export async function prepareKey(url: string, workspaces = [WORKSPACE]): Promise<string> {
  const database = openDatabase(testPostgres(url));
  await migrateDatabase(database);
  const key = await createKey(database, { workspaces });
  await database.close();
  return key;
}
