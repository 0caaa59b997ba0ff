/** @module-tag long */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { type CodeMigration, migrate } from '../../src/platform/database/migrate.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { describeOnDatabases, freshPostgresUrl } from './databases.ts';
import { testPostgres } from './test-postgres.ts';

const NAMES = readSqlMigrations().map(({ name }) => name);
const [FIRST = ''] = NAMES;

/** Migrates a database. @returns what was applied */
async function apply(database: Database, codeMigrations: readonly CodeMigration[] = []): Promise<string[]> {
  return (await migrate(database, codeMigrations)).applied;
}

describeOnDatabases('migrations', (kind) => {
  /** Decisions about names, and locks of processes: only one process can use the embedded database. */
  const onEmbeddedAtNight = { tags: kind === 'embedded' ? ['nightly'] : [] };
  const openEmpty = async (): Promise<Database> =>
    openDatabase(kind === 'embedded' ? embedded({}) : testPostgres(await freshPostgresUrl('empty'), 2), TIMEOUT_MS);
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
    expect(await apply(database, [rename])).toEqual([FIRST, rename.name, ...NAMES.slice(1)]);
    expect(await apply(database, [rename])).toEqual([]);
    expect(await execute(database, 'SELECT tenant_id FROM workspaces')).toEqual([{ tenant_id: 't' }]);
    await database.close();
  });

  it('continue from the table of early releases, which can still write to it', onEmbeddedAtNight, async () => {
    const database = await openEmpty();
    const [second = ''] = NAMES.slice(1);
    await execute(
      database,
      `CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
       ${readSqlMigrations()[0]?.sql}; INSERT INTO migrations (name) VALUES ('${FIRST}')`,
    );
    expect(await apply(database)).toEqual(NAMES.slice(1));
    await execute(
      database,
      `DELETE FROM migrations WHERE name = '${second}'; INSERT INTO migrations (name) VALUES ('${second}')`,
    );
    expect(await apply(database)).toEqual([]);
    await database.close();
  });

  it('of a newer release are accepted if they keep what this release needs', onEmbeddedAtNight, async () => {
    const database = await openEmpty();
    await migrate(database, []);
    const [number = ''] = NAMES.at(-1)?.split('_') ?? [];
    await execute(
      database,
      `INSERT INTO migrations (name) VALUES ('9997_expanded'), ('0001_between'), ('9999_contract_${number}_removed')`,
    );
    const added: CodeMigration = { name: '9998_added', up: async () => {} };
    expect(await migrate(database, [added])).toEqual({ applied: ['9998_added'], isNewer: true });
    await database.close();
  });

  it(
    'of a newer release are rejected if they remove what this release needs, without changing the schema',
    onEmbeddedAtNight,
    async () => {
      const database = await openEmpty();
      await migrate(database, []);
      await execute(database, `INSERT INTO migrations (name) VALUES ('9998_expanded'), ('9999_contract_9998_removed')`);
      const { length } = await execute(database, 'SELECT name FROM migrations');
      const added: CodeMigration = { name: '9997_added', up: async () => {} };
      await expect(migrate(database, [added])).rejects.toThrow(
        'A newer release removed something from the database that this one needs (9999_contract_9998_removed).',
      );
      expect(await execute(database, 'SELECT name FROM migrations')).toHaveLength(length);
      await database.close();
    },
  );

  it(
    'leave an empty database unchanged when one fails, and any other as it was before the failed one',
    onEmbeddedAtNight,
    async () => {
      const database = await openEmpty();
      const create = (name: string): CodeMigration => ({
        name,
        up: async (db) => {
          await sql`CREATE TABLE ${sql.table(name)} ()`.execute(db);
          if (name.endsWith('fails')) throw new Error('The migration fails.');
        },
      });
      const findTables = () =>
        execute(database, `SELECT relname FROM pg_class WHERE relname ~ '^(workspaces|\\d{4}_.*)$' ORDER BY relname`);
      await expect(migrate(database, [create('0001_fails')])).rejects.toThrow('The migration fails.');
      expect(await findTables()).toEqual([]);
      expect(await apply(database)).toEqual(NAMES);
      const added = ['9997_added', '9998_fails', '9999_added'].map(create);
      await expect(migrate(database, added)).rejects.toThrow('The migration fails.');
      expect(await findTables()).toEqual([{ relname: '9997_added' }, { relname: 'workspaces' }]);
      await database.close();
    },
  );

  it('are applied by one of several processes that start together', onEmbeddedAtNight, async () => {
    const database = await openEmpty();
    const applied = await Promise.all([apply(database), apply(database)]);
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([NAMES, []]);
    await database.close();
  });
});

it('a migration that waits for a table does not block requests to it', async () => {
  const url = await freshPostgresUrl();
  const [database, requests] = [1, 2].map(() => openDatabase(testPostgres(url, 2), TIMEOUT_MS)) as [Database, Database];
  const { promise: isRead, resolve: end } = Promise.withResolvers<void>();
  const hasLocked = Promise.withResolvers<void>();
  // Such as a scan.
  const holder = requests.system((session) =>
    session.transaction().execute(async (transaction) => {
      await transaction.selectFrom('objects').select('aispm_object_id').execute();
      hasLocked.resolve();
      await isRead;
    }),
  );
  await hasLocked.promise;
  const migration: CodeMigration = {
    name: '9999_added',
    up: async (db) => {
      await sql`ALTER TABLE objects ADD COLUMN added text`.execute(db);
    },
  };
  const migrated = apply(database, [migration]);
  const isWaiting = async () => {
    const waiting = await requests.system((_, connection) =>
      connection.execute(`SELECT FROM pg_locks WHERE relation = 'objects'::regclass AND NOT granted`),
    );
    return waiting.length;
  };
  await expect.poll(isWaiting, { interval: 5 }).toBe(1);
  // Behind the migration, which waits until the first transaction ends.
  await requests.system((session) => session.selectFrom('objects').select('aispm_object_id').execute());
  end();
  await holder;
  expect(await migrated).toEqual(['9999_added']);
  await Promise.all([database.close(), requests.close()]);
});
