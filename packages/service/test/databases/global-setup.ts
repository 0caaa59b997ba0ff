/** Makes, once for all test files, a PostgreSQL server of their own and a packed embedded database with all tables. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { readMigrations } from '../../src/database/migrations.ts';
import { postgres } from '../../src/database/postgres.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the packed data folder of an embedded database that is up to date. */
    embeddedDump: string;
    /** Address of a PostgreSQL server, without a database. */
    postgresUrl: string;
    /** Name of the database to copy for each test file. */
    postgresTemplate: string;
  }
}

const TEMPLATE = 'template_aispm';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-service-test-'));
  const [stop, dump] = await Promise.all([startServer(folder, project), packEmbedded(folder)]);
  project.provide('embeddedDump', dump);
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function packEmbedded(folder: string): Promise<string> {
  const pglite = await PGlite.create();
  await pglite.exec(
    'CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())',
  );
  for (const { name, sql } of readMigrations()) {
    await pglite.exec(sql);
    await pglite.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  }
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  const file = join(folder, 'embedded.tar');
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  return file;
}

/** Makes a template of all tables on a server that keeps nothing safe: what it holds is gone after the tests anyway. */
async function startServer(folder: string, project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres(folder, {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
  });
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const database = openDatabase(postgres({ url: `${url}/${TEMPLATE}`, poolSize: 1, statementTimeoutMs: 60_000 }));
  await migrate(database);
  await database.close();
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', TEMPLATE);
  return stop;
}
