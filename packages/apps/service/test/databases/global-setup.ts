/** Starts a PostgreSQL server and packs an embedded database with all tables, once for all test files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from '@aispm/testing';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/composition/database.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { testPostgres } from './test-postgres.ts';

/** What the tests get. */
interface ProvidedDatabases {
  /** Path of the packed data folder of an embedded database that is up to date. */
  embeddedDump: string;
  /** URL of a PostgreSQL server, without a database. */
  postgresUrl: string;
  /** Name of the database to copy for each test file. */
  postgresTemplate: string;
}

declare module 'vitest' {
  interface ProvidedContext extends ProvidedDatabases {}
}

const TEMPLATE = 'template_aispm';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value, stop } = await once('databases', start);
  for (const name of ['embeddedDump', 'postgresUrl', 'postgresTemplate'] as const) project.provide(name, value[name]);
  return stop;
}

async function start(): Promise<{ value: ProvidedDatabases; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-service-test-'));
  const [{ url, stop }, embeddedDump] = await Promise.all([startServer(folder), packEmbedded(folder)]);
  return {
    value: { embeddedDump, postgresUrl: url, postgresTemplate: TEMPLATE },
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function packEmbedded(folder: string): Promise<string> {
  const data = join(folder, 'embedded');
  const database = openDatabase(embedded({ folder: data }));
  await migrateDatabase(database);
  await database.close();
  const pglite = await PGlite.create(data);
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  const file = join(folder, 'embedded.tar');
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  return file;
}

/**
 * Creates a template with all tables, on a server that doesn't write its data safely: they are deleted after the tests. It vacuums and
 * analyzes nothing by itself: plans and counted pages would depend on when.
 */
async function startServer(folder: string): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const { url, stop } = await startPostgres(folder, {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    autovacuum: 'off',
  });
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const database = openDatabase(testPostgres(`${url}/${TEMPLATE}`));
  await migrateDatabase(database);
  await database.close();
  return { url, stop };
}
