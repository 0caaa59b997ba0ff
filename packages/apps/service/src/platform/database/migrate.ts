/** Brings the schema of a database up to date, with Kysely's Migrator. */
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

const TABLE = 'migrations';
/** Key of the advisory lock that lets processes that start at the same time migrate one after the other. */
const LOCK = 4_030_001;

/**
 * Applies the migrations that a database lacks, in one transaction.
 *
 * @param codeMigrations those of the domains; the SQL migrations are read from the package
 * @returns the names of the applied migrations
 * @throws {DatabaseUnavailable} when a newer release has migrated the database, or its user lacks a privilege
 * @throws {Error} when two migrations have the same name, or one fails; the database is then as it was
 */
export function migrate(database: Database, codeMigrations: readonly CodeMigration[]): Promise<string[]> {
  return database.system(async (session, connection) => {
    // The lock of another process, and some steps on large tables, take longer than a request may.
    await connection.execute('SET statement_timeout = 0');
    await connection.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      await prepareRequestRole(connection);
      const applied = await prepareMigrationsTable(connection);
      const migrations = listMigrations(connection, codeMigrations);
      refuseNewerSchema(applied.filter((name) => !Object.hasOwn(migrations, name)));
      const migrator = new Migrator({
        db: session,
        provider: { getMigrations: async () => migrations },
        migrationTableName: TABLE,
        migrationLockTableName: `${TABLE}_lock`,
        // A release may contain a migration whose name is before one that was applied.
        allowUnorderedMigrations: true,
      });
      const { error, results = [] } = await migrator.migrateToLatest();
      if (error) throw error;
      return results.map(({ migrationName }) => migrationName);
    } catch (error) {
      if (isMissingPrivilege(error)) throw missingPrivilege(error);
      throw error;
    } finally {
      // Where the connection is lost, so are its lock and its settings.
      if (connection.isUsable) {
        await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
        await connection.execute('RESET statement_timeout');
      }
    }
  });
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

/** @param unknown the applied migrations that this release does not have */
function refuseNewerSchema(unknown: string[]): void {
  if (unknown.length === 0) return;
  throw new DatabaseUnavailable(
    `A newer release has migrated the database (${unknown.sort().join(', ')}), and this one could damage its data. ` +
      'Start the newer release, or restore a backup from before the upgrade.',
  );
}

function missingPrivilege(error: Error): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The database user lacks a privilege: ${error.message}. Have an administrator make it the owner of the database and of its tables.`,
    { cause: error },
  );
}
