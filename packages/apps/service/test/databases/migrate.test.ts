/** @module-tag long */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/embedded.ts';
import { type CodeMigration, migrate } from '../../src/platform/database/migrate.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { PATIENCE_MS } from '../patience.ts';
import { describeOnDatabases, freshPostgresUrl } from './databases.ts';
import { patientPostgres } from './patient-postgres.ts';

const NAMES = readSqlMigrations().map(({ name }) => name);
const [FIRST = ''] = NAMES;

describeOnDatabases('migrations', { quickOnEmbedded: true }, (kind) => {
  const openEmpty = async (): Promise<Database> =>
    openDatabase(kind === 'embedded' ? embedded({}) : patientPostgres(await freshPostgresUrl('empty'), 2), PATIENCE_MS);
  const execute = (database: Database, text: string) =>
    database.system((_, connection) => connection.execute(text)) as Promise<Record<string, unknown>[]>;

  it('are applied once, SQL and code together by name', async () => {
    const database = await openEmpty();
    const rename: CodeMigration = {
      name: `${FIRST}_rename`,
      async up(db) {
        // After the first SQL migration, and before the second one.
        const { rows } = await sql<{ tables: boolean[] }>`
          SELECT ARRAY[to_regclass('workspaces') IS NOT NULL, to_regclass('objects') IS NULL] AS tables`.execute(db);
        expect(rows).toEqual([{ tables: [true, true] }]);
        await db.insertInto('workspaces').values({ tenant_id: 't', workspace_id: 'w' }).execute();
      },
    };
    expect(await migrate(database, [rename])).toEqual([FIRST, rename.name, ...NAMES.slice(1)]);
    expect(await migrate(database, [rename])).toEqual([]);
    expect(await execute(database, 'SELECT tenant_id FROM workspaces')).toEqual([{ tenant_id: 't' }]);
    await database.close();
  });

  it('continue from the table of releases before the Migrator, which can still write to it', async () => {
    const database = await openEmpty();
    const [second = ''] = NAMES.slice(1);
    await execute(
      database,
      `CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
       ${readSqlMigrations()[0]?.sql}; INSERT INTO migrations (name) VALUES ('${FIRST}')`,
    );
    expect(await migrate(database, [])).toEqual(NAMES.slice(1));
    await execute(
      database,
      `DELETE FROM migrations WHERE name = '${second}'; INSERT INTO migrations (name) VALUES ('${second}')`,
    );
    expect(await migrate(database, [])).toEqual([]);
    await database.close();
  });

  it('of a newer release are refused, and the schema stays as it is', async () => {
    const database = await openEmpty();
    await migrate(database, []);
    await execute(database, `INSERT INTO migrations (name) VALUES ('9999_newer'), ('0001_between')`);
    const { length } = await execute(database, 'SELECT name FROM migrations');
    const added: CodeMigration = { name: '9998_added', up: async () => {} };
    await expect(migrate(database, [added])).rejects.toThrow(
      'A newer release has migrated the database (0001_between, 9999_newer)',
    );
    expect(await execute(database, 'SELECT name FROM migrations')).toHaveLength(length);
    await database.close();
  });

  it('leave the database as it was when one fails', async () => {
    const database = await openEmpty();
    const failing: CodeMigration = {
      name: '0001_fails',
      up: async () => {
        throw new Error('The migration fails.');
      },
    };
    await expect(migrate(database, [failing])).rejects.toThrow('The migration fails.');
    expect(await execute(database, `SELECT to_regclass('workspaces') IS NULL AS missing`)).toEqual([{ missing: true }]);
    expect(await migrate(database, [])).toEqual(NAMES);
    await database.close();
  });

  it('of processes that start together are applied by one of them', async () => {
    const database = await openEmpty();
    const applied = await Promise.all([migrate(database, []), migrate(database, [])]);
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([NAMES, []]);
    await database.close();
  });
});
