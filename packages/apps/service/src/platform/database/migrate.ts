/** Brings the schema of a database up to date, with Kysely's Migrator. */
import { setTimeout } from 'node:timers/promises';
import { type Migration, Migrator } from 'kysely/migration';
import type { Connection } from './connection.ts';
import type { Database } from './database.ts';
import type { Db } from './dialect.ts';
import { isMissingPrivilege, prepareRequestRole } from './request-role.ts';
import { readSqlMigrations } from './sql-migrations.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A step that changes data in a way that SQL cannot express. The schema itself is changed by SQL migrations only. */
export interface CodeMigration {
  /** Such as `0010_fingerprints`. SQL and code migrations are applied in one order, by name. */
  name: string;
  /** Runs as the owner of the tables, in a transaction. */
  up(db: Db): Promise<void>;
}

/** What a database has been brought to. */
export interface MigratedSchema {
  /** Names of the migrations that were applied now. */
  applied: string[];
  /** Whether it has migrations of a newer release, beside which this one may run. */
  isNewer: boolean;
}

const TABLE = 'migrations';
/** Key of the advisory lock that lets processes that start at the same time migrate one after the other. */
const LOCK = 4_030_001;

/**
 * How long a migration waits for the lock of a table, in milliseconds: requests that need the table wait behind it. Then it is tried again
 * after a pause, in which they proceed, as long as a scan may hold the lock.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_PAUSE_MS = 1_000;
const MAX_LOCK_ATTEMPTS = 200;

/** SQLSTATE of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A migration that removes what earlier releases need names the number of the migration that a process must know to run beside it, such as
 * `0031_contract_0028_owner_columns`. All others leave what they find, and processes that do not know them continue.
 */
const CONTRACTING = /^\d{4}_contract_(\d{4})_/;

/**
 * Applies the migrations that a database lacks: all in one transaction when it is empty, and otherwise each in a transaction of its own.
 *
 * @param codeMigrations those of the domains; the SQL migrations are read from the package
 * @throws {DatabaseUnavailable} when a newer release has removed what this one needs, a table remains locked, or the user of the
 *   database lacks a privilege
 * @throws {Error} when two migrations have the same name, or one fails; the database is then as it was before that one
 */
export function migrate(database: Database, codeMigrations: readonly CodeMigration[]): Promise<MigratedSchema> {
  return database.system(async (session, connection) => {
    // The lock of another process, and some steps on large tables, take longer than a request may.
    const [{ timeout }] = (await connection.execute(
      `SELECT current_setting('statement_timeout') AS timeout, set_config('statement_timeout', '0', false)`,
    )) as [{ timeout: string }];
    await connection.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      await prepareRequestRole(connection);
      const applied = await prepareMigrationsTable(connection);
      const migrations = listMigrations(connection, codeMigrations);
      const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
      refuseContractedSchema(unknown, Object.keys(migrations));
      const migrator = new Migrator({
        db: session,
        // The Migrator requires all that were applied.
        provider: { getMigrations: async () => ({ ...migrations, ...toApplied(unknown) }) },
        migrationTableName: TABLE,
        migrationLockTableName: `${TABLE}_lock`,
        // A release may contain a migration whose name is before one that was applied.
        allowUnorderedMigrations: true,
      });
      await connection.execute(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return { applied: await apply(migrator, applied.length === 0), isNewer: unknown.length > 0 };
    } catch (error) {
      if (isMissingPrivilege(error)) throw missingPrivilege(error);
      throw error;
    } finally {
      // Where the connection is lost, so are its lock and its settings.
      if (connection.isUsable) {
        await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
        await connection.execute('RESET lock_timeout');
        await connection.query(`SELECT set_config('statement_timeout', $1, false)`, [timeout]);
      }
    }
  });
}

/** Applies the missing migrations. @returns their names */
async function apply(migrator: Migrator, isEmpty: boolean): Promise<string[]> {
  const names: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp());
    if (error === undefined) {
      names.push(...results.map(({ migrationName }) => migrationName));
      if (isEmpty || results.length === 0) return names;
      attempt = 0;
    } else if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) {
      throw error;
    } else if (attempt === MAX_LOCK_ATTEMPTS) {
      throw new DatabaseUnavailable(
        `The migration ${results.find(({ status }) => status === 'Error')?.migrationName} needs a table that another session keeps locked. End that session, and start again.`,
        { cause: error },
      );
    } else {
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

/** Returns migrations that were applied by another release. */
function toApplied(names: readonly string[]): Record<string, Migration> {
  return Object.fromEntries(names.map((name) => [name, { up: async () => {} }]));
}

/**
 * Creates the table of applied migrations, or adopts that of releases before Kysely's Migrator, which had a column `applied_at`
 * in place of `timestamp`. Both columns have a default, so that processes of such a release can still write to it.
 *
 * @returns the names of the applied migrations
 */
async function prepareMigrationsTable(connection: Connection): Promise<string[]> {
  await connection.execute(`
    CREATE TABLE IF NOT EXISTS ${TABLE} (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
    ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS "timestamp" text NOT NULL
      DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  const { rows } = await connection.query(`SELECT name FROM ${TABLE}`, []);
  return (rows as { name: string }[]).map(({ name }) => name);
}

function listMigrations(connection: Connection, codeMigrations: readonly CodeMigration[]): Record<string, Migration> {
  const known = [
    ...readSqlMigrations().map(({ name, sql }) => ({
      name,
      // The connection of the transaction. A file has several statements, which the query builder would prepare as one.
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
 * @param unknown the applied migrations that this release does not have
 * @param known those that it has
 */
function refuseContractedSchema(unknown: readonly string[], known: readonly string[]): void {
  const contracting = unknown.filter((name) => {
    const [, required] = CONTRACTING.exec(name) ?? [];
    return required !== undefined && !known.some((other) => other.startsWith(`${required}_`));
  });
  if (contracting.length === 0) return;
  throw new DatabaseUnavailable(
    `A newer release has removed from the database what this one needs (${contracting.sort().join(', ')}). ` +
      'Start the newer release, or restore a backup from before the upgrade.',
  );
}

function missingPrivilege(error: Error): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The database user lacks a privilege: ${error.message}. Have an administrator make it the owner of the database and of its tables.`,
    { cause: error },
  );
}
