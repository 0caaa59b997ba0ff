/** Brings the schema of a database up to date, with Kysely's Migrator. */
import { setTimeout } from 'node:timers/promises';
import { type Migration, Migrator } from 'kysely/migration';
import { areBuilt, buildIndexes, readIndexStatements } from './concurrent-indexes.ts';
import type { Database } from './database.ts';
import type { Db } from './dialect.ts';
import type { Connection } from './drivers/connection.ts';
import { DatabaseUnavailable } from './drivers/unavailable.ts';
import { isMissingPrivilege, prepareRequestRole } from './request-role.ts';
import { readSqlMigrations, type SqlMigration } from './sql-migrations.ts';

/** A step that changes data in a way that SQL can't express. Only SQL migrations change the schema itself. */
export interface CodeMigration {
  /** Such as `0010_fingerprints`. SQL and code migrations are applied in a common order, by name. */
  name: string;
  /** Runs as the owner of the tables, in a transaction. */
  up(db: Db): Promise<void>;
}

/** A migration that a database lacks. */
export interface PendingMigration {
  name: string;
  /** Undefined if it's written in code. */
  sql: string | undefined;
  /** Whether its indexes are built in advance, outside of a transaction. */
  isConcurrent: boolean;
}

/** The state of a migrated database. */
export interface MigratedSchema {
  /** Names of the newly applied migrations. */
  applied: string[];
  /** Whether it has migrations of a newer release that this one can run alongside. */
  isNewer: boolean;
}

const TABLE = 'migrations';
/** Key of the advisory lock that serializes migrations of processes that start at the same time. */
const LOCK = 4_030_001;
/** Key of the advisory lock for building indexes. */
const BUILD_LOCK = 4_030_002;

/**
 * How long a migration waits for a table lock, in milliseconds, because requests that need the table wait behind it. It's
 * retried after a pause that lets them proceed, for as long as a scan may hold the lock.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_PAUSE_MS = 1_000;
const MAX_LOCK_ATTEMPTS = 200;

/**
 * How long a concurrent index build waits for earlier transactions. Requests don't wait behind it, and it would have to start
 * over.
 */
const BUILD_TIMEOUT_MS = (LOCK_TIMEOUT_MS + LOCK_PAUSE_MS) * MAX_LOCK_ATTEMPTS;

/** Polling interval for a lock, in milliseconds. */
const TURN_PAUSE_MS = 200;

/** SQLSTATE of a lock that wasn't available in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The name of a migration that removes something that earlier releases need contains the number of the migration that a process
 * must know to run alongside it, such as `0031_contract_0028_owner_columns`. All other migrations only add, and processes that
 * don't know them keep running.
 */
const CONTRACTING = /^\d{4}_contract_(\d{4})_/;

/**
 * Applies the migrations that a database lacks: all in one transaction if it's empty, and otherwise each in a separate
 * transaction, after building the indexes of index migrations concurrently.
 *
 * @param codeMigrations the domains' migrations
 * @param sqlMigrations the package's migrations
 * @throws {DatabaseUnavailable} if a newer release removed something that this one needs, a table stays locked, or the database
 * user lacks a privilege
 * @throws {Error} if two migrations have the same name, or one fails, which is then rolled back
 */
export function migrate(
  database: Database,
  codeMigrations: readonly CodeMigration[],
  sqlMigrations: readonly SqlMigration[] = readSqlMigrations(),
): Promise<MigratedSchema> {
  return database.system(async (session, connection) => {
    // Waiting for another process, and some steps on large tables, take longer than a request may.
    const [{ timeout }] = (await connection.execute(
      `SELECT current_setting('statement_timeout') AS timeout, set_config('statement_timeout', '0', false)`,
    )) as [{ timeout: string }];
    await takeTurn(connection, LOCK);
    try {
      await prepareRequestRole(connection);
      await prepareMigrationsTable(connection);
      const applied = await readApplied(connection);
      const migrations = listMigrations(connection, codeMigrations, sqlMigrations);
      const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
      rejectContractedSchema(unknown, Object.keys(migrations));
      const migrator = new Migrator({
        db: session,
        // The Migrator requires all applied migrations.
        provider: { getMigrations: async () => ({ ...migrations, ...toApplied(unknown) }) },
        migrationTableName: TABLE,
        migrationLockTableName: `${TABLE}_lock`,
        // A release may contain a migration whose name sorts before an applied one.
        allowUnorderedMigrations: true,
      });
      const prepare = async () => {
        if (database.isShared) await buildNext(connection, Object.keys(migrations), sqlMigrations);
        await connection.execute(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      };
      return { applied: await apply(migrator, applied.length === 0, prepare), isNewer: unknown.length > 0 };
    } catch (error) {
      if (isMissingPrivilege(error)) throw missingPrivilege(error);
      throw error;
    } finally {
      // A lost connection also loses its lock and its settings.
      if (connection.isUsable) {
        await endTurn(connection, LOCK);
        await connection.execute('RESET lock_timeout');
        await connection.query(`SELECT set_config('statement_timeout', $1, false)`, [timeout]);
      }
    }
  });
}

/**
 * Lists the migrations that a database lacks, in order, without writing anything.
 *
 * @throws {DatabaseUnavailable} if a newer release removed something that this one needs
 */
export function listPending(
  database: Database,
  codeMigrations: readonly CodeMigration[],
  sqlMigrations: readonly SqlMigration[] = readSqlMigrations(),
): Promise<PendingMigration[]> {
  return database.system(async (_, connection) => {
    const applied = await readApplied(connection);
    const known = Object.keys(listMigrations(connection, codeMigrations, sqlMigrations));
    rejectContractedSchema(
      applied.filter((name) => !known.includes(name)),
      known,
    );
    const isFilled = database.isShared && applied.length > 0;
    return known
      .filter((name) => !applied.includes(name))
      .sort()
      .map((name) => {
        const sql = sqlMigrations.find((file) => file.name === name)?.sql;
        return { name, sql, isConcurrent: isFilled && readIndexStatements(sql ?? '').length > 0 };
      });
  });
}

/**
 * Waits until no other process holds a lock. Each statement returns immediately, because an index build waits for all earlier
 * statements.
 */
async function takeTurn(connection: Connection, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await connection.query('SELECT pg_try_advisory_lock($1) AS is_free', [lock]);
    if ((rows as { is_free: boolean }[])[0]?.is_free) return;
    await setTimeout(TURN_PAUSE_MS);
  }
}

async function endTurn(connection: Connection, lock: number): Promise<void> {
  await connection.query('SELECT pg_advisory_unlock($1)', [lock]);
}

/**
 * Builds the indexes of the next migration outside of a transaction, if it consists of indexes. Releases the lock in the
 * meantime: processes of the previous release wait for it in a single statement, which the build would wait for, and they'd
 * deadlock.
 */
async function buildNext(
  connection: Connection,
  names: readonly string[],
  sqlMigrations: readonly SqlMigration[],
): Promise<void> {
  for (;;) {
    const applied = await readApplied(connection);
    const name = names.toSorted().find((candidate) => !applied.includes(candidate));
    const statements = readIndexStatements(sqlMigrations.find((file) => file.name === name)?.sql ?? '');
    if (await areBuilt(connection, statements)) return;
    await endTurn(connection, LOCK);
    await takeTurn(connection, BUILD_LOCK);
    try {
      await connection.execute(`SET lock_timeout = ${BUILD_TIMEOUT_MS}`);
      await buildIndexes(connection, statements);
    } catch (error) {
      throw (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE ? lockedTable(name, error) : error;
    } finally {
      if (connection.isUsable) await endTurn(connection, BUILD_LOCK);
    }
    await takeTurn(connection, LOCK);
  }
}

/**
 * Applies the missing migrations.
 *
 * @param prepare runs before each migration, unless the database is empty
 * @returns their names
 */
async function apply(migrator: Migrator, isEmpty: boolean, prepare: () => Promise<void>): Promise<string[]> {
  const names: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    if (!isEmpty) await prepare();
    const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp());
    if (error === undefined) {
      names.push(...results.map(({ migrationName }) => migrationName));
      if (isEmpty || results.length === 0) return names;
      attempt = 0;
    } else if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) {
      throw error;
    } else if (attempt === MAX_LOCK_ATTEMPTS) {
      throw lockedTable(results.find(({ status }) => status === 'Error')?.migrationName, error);
    } else {
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

function lockedTable(migration: string | undefined, cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The migration ${migration} needs a table that another session keeps locked. End that session, and start again.`,
    { cause },
  );
}

/** Returns migrations that were applied by another release. */
function toApplied(names: readonly string[]): Record<string, Migration> {
  return Object.fromEntries(names.map((name) => [name, { up: async () => {} }]));
}

/**
 * Creates the table of applied migrations, or adopts the one of releases before Kysely's Migrator, which had a column
 * `applied_at` instead of `timestamp`. Both columns have a default, so processes of such a release can still write to it.
 */
async function prepareMigrationsTable(connection: Connection): Promise<void> {
  await connection.execute(`
    CREATE TABLE IF NOT EXISTS ${TABLE} (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
    ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS "timestamp" text NOT NULL
      DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

/** Returns the names of the applied migrations; none if the table doesn't exist. */
async function readApplied(connection: Connection): Promise<string[]> {
  const { rows: found } = await connection.query('SELECT to_regclass($1) IS NOT NULL AS exists', [TABLE]);
  if (!(found as { exists: boolean }[])[0]?.exists) return [];
  const { rows } = await connection.query(`SELECT name FROM ${TABLE}`, []);
  return (rows as { name: string }[]).map(({ name }) => name);
}

function listMigrations(
  connection: Connection,
  codeMigrations: readonly CodeMigration[],
  sqlMigrations: readonly SqlMigration[],
): Record<string, Migration> {
  const known = [
    ...sqlMigrations.map(({ name, sql }) => ({
      name,
      // Uses the transaction's connection directly, because the query builder would prepare a file with several statements as
      // one.
      up: async () => {
        await connection.execute(sql);
      },
    })),
    ...codeMigrations,
  ];
  const names = new Set(known.map(({ name }) => name));
  if (names.size < known.length) throw new Error('Two migrations have the same name. Rename the newer one.');
  return Object.fromEntries(known.map(({ name, up }) => [name, { up }]));
}

/**
 * @param unknown the applied migrations that this release doesn't have
 * @param known the ones that it has
 */
function rejectContractedSchema(unknown: readonly string[], known: readonly string[]): void {
  const contracting = unknown.filter((name) => {
    const [, required] = CONTRACTING.exec(name) ?? [];
    return required !== undefined && !known.some((other) => other.startsWith(`${required}_`));
  });
  if (contracting.length === 0) return;
  throw new DatabaseUnavailable(
    `A newer release removed something from the database that this one needs (${contracting.sort().join(', ')}). ` +
      'Start the newer release, or restore a backup from before the upgrade.',
  );
}

function missingPrivilege(error: Error): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The database user lacks a privilege: ${error.message}. Have an administrator make it the owner of the database and of its tables.`,
    { cause: error },
  );
}
