/** What `aispm-service migrate --dry-run` prints. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CODE_MIGRATIONS } from '../../src/composition/migrations.ts';
import { readIndexStatements } from '../../src/platform/database/concurrent-indexes.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { runHere } from '../run-command.ts';
import { freshPostgresUrl } from './databases.ts';
import { testPostgres } from './test-postgres.ts';

const TRIAL = ['migrate', '--dry-run'];

/** The text for a database that is empty: all migrations in their order. */
function expectAll(output: string): void {
  const names = [...readSqlMigrations(), ...CODE_MIGRATIONS].map(({ name }) => name).sort();
  expect([...output.matchAll(/^-- (\d{4}_\w+)/gm)].map(([, name]) => name)).toEqual(names);
  for (const { sql } of readSqlMigrations()) expect(output).toContain(sql);
}

/** Runs statements on a database, apart from the command. */
async function execute(url: string, text: string): Promise<unknown[]> {
  const database = openDatabase(testPostgres(url));
  const rows = await database.system((_, connection) => connection.execute(text));
  await database.close();
  return rows;
}

it('migrate --dry-run prints all statements for an empty database, and writes nothing', async () => {
  const url = await freshPostgresUrl('empty');
  const { code, out, err } = await runHere(TRIAL, { DATABASE_URL: url });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expectAll(out);
  expect(await execute(url, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
});

it.each([
  ['of indexes', true, ': builds each index with CREATE INDEX CONCURRENTLY first'],
  ['of something else', false, ''],
])('migrate --dry-run prints the missing migration %s, or that none is missing', async (_, isOfIndexes, comment) => {
  const url = await freshPostgresUrl();
  expect((await runHere(TRIAL, { DATABASE_URL: url })).out).toBe('The tables are up to date.\n');
  const { name, sql } = readSqlMigrations().findLast(
    (migration) => readIndexStatements(migration.sql).length > 0 === isOfIndexes,
  ) as { name: string; sql: string };
  await execute(url, `DELETE FROM migrations WHERE name = '${name}'`);
  expect((await runHere(TRIAL, { DATABASE_URL: url })).out).toBe(`-- ${name}${comment}\n${sql}`);
});

it('migrate --dry-run does not create an embedded database', { tags: ['nightly'] }, async () => {
  const parent = mkdtempSync(join(tmpdir(), 'aispm-dry-run-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const { code, out } = await runHere(TRIAL, { DATA_DIR: join(parent, 'data') });
  expect(code).toBe(0);
  expectAll(out);
  expect(existsSync(join(parent, 'data'))).toBe(false);
});

it.each([
  [['migrate', '--dryrun'], /Unknown option '--dryrun'/],
  [['migrate', 'now'], /only accepts --dry-run/],
])('%j is rejected', async (args, message) => {
  const { code, err } = await runHere(args);
  expect(err).toMatch(message);
  expect(code).toBe(2);
});
