/** The two databases that every test runs on, each fresh for its test file. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { embedded } from '../../src/database/embedded.ts';
import { postgres } from '../../src/database/postgres.ts';

/** What `DATABASE_URL` may name. */
export type DatabaseKind = 'embedded' | 'postgres';

export const DATABASES: readonly DatabaseKind[] = ['embedded', 'postgres'];

/** Opens a fresh database with all tables and no rows. Closing it is enough: the server goes with the tests. */
export async function freshDatabase(kind: DatabaseKind, poolSize = 10): Promise<Database> {
  if (kind === 'embedded') return openDatabase(embedded({ dump: new Blob([readFileSync(inject('embeddedDump'))]) }));
  return openDatabase(postgres({ url: await freshPostgresUrl(), poolSize, statementTimeoutMs: 30_000 }));
}

/** Address of a fresh database on the server, without rows, and with all tables unless it is to be empty. */
export async function freshPostgresUrl(content: 'tables' | 'empty' = 'tables'): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = content === 'tables' ? inject('postgresTemplate') : 'template0';
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  return `${server}/${name}`;
}
