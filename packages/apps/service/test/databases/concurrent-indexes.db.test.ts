/** @module-tag long */
import { afterEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { listPending, migrate } from '../../src/platform/database/migrate.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { freshPostgresUrl } from './databases.ts';
import { testPostgres } from './test-postgres.ts';

const NAME = '9999_index_names';
const INDEX = {
  name: NAME,
  sql: '-- Finds objects.\nCREATE INDEX IF NOT EXISTS objects_by_name_only\n  ON objects (aispm_friendly_name);\n',
};
const LOCK = 4_030_001;

const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

/** Opens a database as several processes do. */
function open(url: string): Database {
  const database = openDatabase(testPostgres(url, 2), TIMEOUT_MS);
  opened.push(database);
  return database;
}

const apply = (database: Database, added = INDEX) => migrate(database, [], [...readSqlMigrations(), added]);

const read = <R>(database: Database, text: string) =>
  database.system((_, connection) => connection.execute(text)) as Promise<R[]>;

const findIndexes = (database: Database, pattern = '^objects_by_name_only$') =>
  read<{ name: string; is_valid: boolean }>(
    database,
    `SELECT relname AS name, indisvalid AS is_valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relname ~ '${pattern}' ORDER BY 1`,
  );

/** Holds a connection in a transaction that has written to a table, such as a scan. @returns what ends it */
async function beginScan(
  database: Database,
  statement = 'UPDATE objects SET last_seen_at = now()',
): Promise<() => Promise<void>> {
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
  const hasBegun = Promise.withResolvers<void>();
  const scan = database.system(async (_, connection) => {
    await connection.execute(`BEGIN; ${statement}`);
    hasBegun.resolve();
    await isEnded;
    await connection.execute('COMMIT');
  });
  await hasBegun.promise;
  return () => {
    end();
    return scan;
  };
}

/** Waits until a session waits in a statement. @returns its process */
async function findWaiting(database: Database, statement: string): Promise<number> {
  const find = () =>
    read<{ pid: number }>(
      database,
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '${statement}%'`,
    );
  await expect.poll(find, { interval: 5, timeout: TIMEOUT_MS }).toHaveLength(1);
  return (await find())[0]?.pid ?? 0;
}

it('an index is built while transactions write to its table', async () => {
  const url = await freshPostgresUrl();
  const [database, requests] = [open(url), open(url)];
  const endScan = await beginScan(requests);
  const migrated = apply(database);
  await findWaiting(requests, 'CREATE INDEX CONCURRENTLY');
  await read(requests, `SET lock_timeout = '2s'; UPDATE objects SET last_seen_at = now(); RESET lock_timeout`);
  await endScan();
  expect((await migrated).applied).toEqual([NAME]);
  expect(await findIndexes(requests)).toEqual([{ name: 'objects_by_name_only', is_valid: true }]);
});

it('an index whose build was interrupted is rebuilt', async () => {
  const url = await freshPostgresUrl();
  const requests = open(url);
  const endScan = await beginScan(requests);
  const interrupted = expect(apply(open(url))).rejects.toThrow();
  await read(requests, `SELECT pg_terminate_backend(${await findWaiting(requests, 'CREATE INDEX CONCURRENTLY')})`);
  await interrupted;
  await endScan();
  expect(await findIndexes(requests)).toEqual([{ name: 'objects_by_name_only', is_valid: false }]);
  expect((await apply(open(url))).applied).toEqual([NAME]);
  expect(await findIndexes(requests)).toEqual([{ name: 'objects_by_name_only', is_valid: true }]);
});

it('an index of a partitioned table is built on its partitions', async () => {
  const url = await freshPostgresUrl();
  const [database, requests] = [open(url), open(url)];
  await read(requests, `SELECT aispm_ensure_month('2026-09-17T00:00:00Z')`);
  const endScan = await beginScan(requests, 'UPDATE llm_interactions SET session_id = session_id');
  const migrated = apply(database, {
    name: NAME,
    sql: 'CREATE INDEX IF NOT EXISTS by_session ON llm_interactions (tenant_id, session_id)',
  });
  await findWaiting(requests, 'CREATE INDEX CONCURRENTLY');
  await endScan();
  expect((await migrated).applied).toEqual([NAME]);
  const indexes = await findIndexes(requests, '^by_session');
  expect(indexes.every(({ is_valid }) => is_valid)).toBe(true);
  expect(indexes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['by_session', 'by_session_2026_09', 'by_session_other']),
  );
});

it('processes that start during the build of an index wait for it, and it does not wait for them', async () => {
  const url = await freshPostgresUrl();
  const [first, second, requests] = [open(url), open(url), open(url)];
  const endScan = await beginScan(requests);
  const migrated = apply(first);
  await findWaiting(requests, 'CREATE INDEX CONCURRENTLY');
  const other = apply(second);
  await endScan();
  expect([(await migrated).applied, (await other).applied]).toEqual([[NAME], []]);
});

it('a process of the previous release, which waits for the lock in one statement, starts during the build', async () => {
  const url = await freshPostgresUrl();
  const [database, older, requests] = [open(url), open(url), open(url)];
  const endScan = await beginScan(requests);
  const migrated = apply(database);
  await findWaiting(requests, 'CREATE INDEX CONCURRENTLY');
  await older.system(async (_, connection) => {
    await connection.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  });
  await endScan();
  expect((await migrated).applied).toEqual([NAME]);
  expect(await findIndexes(requests)).toEqual([{ name: 'objects_by_name_only', is_valid: true }]);
});

it('a migration that does more than create indexes is not prepared ahead', async () => {
  const database = open(await freshPostgresUrl());
  const added = [
    INDEX,
    { name: '9999_more', sql: `${INDEX.sql}; ALTER TABLE objects ADD COLUMN more text` },
    { name: '9999_not_again', sql: 'CREATE INDEX again ON objects (stable_key)' },
  ];
  const pending = (await listPending(database, [], [...readSqlMigrations(), ...added])).slice(-3);
  expect(pending.map(({ name, isConcurrent }) => [name, isConcurrent])).toEqual([
    [NAME, true],
    ['9999_more', false],
    ['9999_not_again', false],
  ]);
});

it('the embedded database, which only one process uses, builds the index in the transaction of its migration', {
  tags: ['nightly'],
}, async () => {
  const database = openDatabase(embedded({}));
  opened.push(database);
  await migrate(database, []);
  expect((await apply(database)).applied).toEqual([NAME]);
  expect(await findIndexes(database)).toEqual([{ name: 'objects_by_name_only', is_valid: true }]);
});
