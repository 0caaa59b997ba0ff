/** Databases that outlive the processes that use them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createKey } from '../../src/composition/workspaces.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { type DatabaseKind, freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';

/** A database with all tables. */
export interface PersistentDatabase {
  /** The settings of a process that uses it. */
  settings: Record<string, string>;
  /** A key for the workspace `t1/w1`. */
  token: string;
  /** Opens it in this process. Only one process at a time can use the embedded database. */
  open(): Database;
}

/**
 * Creates a database with all tables.
 *
 * @param folder parent folder of the embedded database
 * @param name name in that folder
 * @param fill writes the initial rows
 */
export async function persistentDatabase(
  kind: DatabaseKind,
  folder: string,
  name: string,
  fill: (database: Database) => Promise<void> = async () => {},
): Promise<PersistentDatabase> {
  const path = join(folder, name);
  const url = kind === 'postgres' ? await freshPostgresUrl() : '';
  const open = (dump?: Blob) =>
    openDatabase(kind === 'embedded' ? embedded({ folder: path, ...(dump && { dump }) }) : testPostgres(url, 2));
  const database = open(kind === 'embedded' ? new Blob([readFileSync(inject('embeddedDump'))]) : undefined);
  const token = await createKey(database, { workspaces: [{ tenantId: 't1', workspaceId: 'w1' }] });
  await fill(database);
  await database.close();
  return { settings: kind === 'embedded' ? { DATA_DIR: path } : { DATABASE_URL: url }, token, open };
}
