/** A database that outlives the process that uses it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { embedded } from '../../src/database/embedded.ts';
import { postgres } from '../../src/database/postgres.ts';
import { createKey } from '../../src/keys/store.ts';
import { type DatabaseKind, freshPostgresUrl } from '../databases/databases.ts';

export interface LastingDatabase {
  /** What a process needs to find it. */
  settings: Record<string, string>;
  /** A key for the workspace `t1/w1`. */
  token: string;
  /** Opens it in this process. The embedded one takes one process at a time. */
  open(): Database;
}

/**
 * Makes a database with all tables.
 *
 * @param folder where the embedded one is put
 * @param name tells it from others in the folder
 * @param fill writes what is to be there
 */
export async function lastingDatabase(
  kind: DatabaseKind,
  folder: string,
  name: string,
  fill: (database: Database) => Promise<void> = async () => {},
): Promise<LastingDatabase> {
  const path = join(folder, name);
  const url = kind === 'postgres' ? await freshPostgresUrl() : '';
  const open = (dump?: Blob) =>
    openDatabase(
      kind === 'embedded'
        ? embedded({ folder: path, ...(dump && { dump }) })
        : postgres({ url, poolSize: 2, statementTimeoutMs: 30_000 }),
    );
  const database = open(kind === 'embedded' ? new Blob([readFileSync(inject('embeddedDump'))]) : undefined);
  const token = await createKey(database, { workspaces: [{ tenantId: 't1', workspaceId: 'w1' }] });
  await fill(database);
  await database.close();
  return { settings: kind === 'embedded' ? { DATA_DIR: path } : { DATABASE_URL: url }, token, open };
}
