/** Fresh databases for tests: PostgreSQL and embedded. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { testPostgres } from './test-postgres.ts';

/** The kinds of databases that the service supports. */
export type DatabaseKind = 'embedded' | 'postgres';

const DATABASES: readonly DatabaseKind[] = ['embedded', 'postgres'];

/** Options of {@link describeOnDatabases}. */
interface DatabaseOptions {
  concurrent?: boolean;
}

/**
 * Describes tests that run on PostgreSQL. On the embedded database, which is PostgreSQL too, they run in files that are called
 * `*.embedded.db.test.ts`, and in `npm run test:nightly`.
 */
export function describeOnDatabases(title: string, tests: (kind: DatabaseKind) => void): void;
export function describeOnDatabases(title: string, options: DatabaseOptions, tests: (kind: DatabaseKind) => void): void;
export function describeOnDatabases(title: string, ...rest: unknown[]): void {
  const tests = rest.at(-1) as (kind: DatabaseKind) => void;
  const { concurrent = false } = rest.length > 1 ? (rest[0] as DatabaseOptions) : {};
  const isEmbedded = (expect.getState().testPath ?? '').endsWith('.embedded.db.test.ts');
  for (const kind of DATABASES) {
    const tags = kind === 'embedded' && !isEmbedded ? ['nightly'] : [];
    describe(`${title} on ${kind}`, { concurrent, tags }, () => tests(kind));
  }
}

/**
 * Opens a fresh database with all tables and no rows. Close it; the server is deleted after all tests. Its queries wait for a connection
 * for longer than by default, and so do its connections: on a busy machine requests would be rejected because the database is.
 */
export async function freshDatabase(kind: DatabaseKind, poolSize = 10): Promise<Database> {
  const connector =
    kind === 'embedded'
      ? embedded({ dump: new Blob([readFileSync(inject('embeddedDump'))]) })
      : testPostgres(await freshPostgresUrl(), poolSize);
  return openDatabase(connector, TIMEOUT_MS);
}

/** Creates a database on the server, without rows, and with all tables unless it's to be empty. @returns its URL */
export function freshPostgresUrl(content: 'tables' | 'empty' = 'tables'): Promise<string> {
  return createPostgres(content === 'tables' ? inject('postgresTemplate') : 'template0');
}

/** Copies a database of the server, to which nothing is connected. @returns the URL of the copy */
export function copyPostgres(url: string): Promise<string> {
  return createPostgres(new URL(url).pathname.slice(1));
}

async function createPostgres(template: string): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  await client.end();
  return `${server}/${name}`;
}
