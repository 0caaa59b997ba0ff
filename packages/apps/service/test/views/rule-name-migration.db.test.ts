/**
 * The migration that renamed a filter of saved views, which no later release changes.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { describeOnDatabases, freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';

describeOnDatabases('the migration of filters by rule name', (kind) => {
  it('makes the text a literal pattern, and changes no other view', async () => {
    const database = openDatabase(
      kind === 'embedded' ? embedded({}) : testPostgres(await freshPostgresUrl('empty'), 2),
    );
    const earlier = readSqlMigrations().filter(({ name }) => name < '0044');
    await database.system(async (_, connection) => {
      for (const { sql } of earlier) await connection.execute(sql);
      await connection.execute(String.raw`
        CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
        ${earlier.map(({ name }) => `INSERT INTO migrations (name) VALUES ('${name}');`).join('')}
        INSERT INTO views (tenant_id, workspace_id, id, name, entity, filters, columns)
        VALUES ('t', 'w', '1', 'a', 'issues', '{"name": "50%_\\", "severity": ["high"]}', '{issue_id}'),
          ('t', 'w', '2', 'b', 'rules', '{"rule_name": "auth"}', '{rule_id}'),
          ('t', 'w', '3', 'c', 'issues', '{"severity": ["low"]}', '{issue_id}'),
          ('t', 'w', '4', 'd', 'agents', '{"name": "50%"}', '{aispm_object_id}');`);
    });
    await migrate(database, []);
    const rows = await database.system((db) => db.selectFrom('views').select('filters').orderBy('id').execute());
    expect(rows.map(({ filters }) => filters)).toEqual([
      { severity: ['high'], rule_name: String.raw`50\%\_\\` },
      { rule_name: 'auth' },
      { severity: ['low'] },
      { name: '50%' },
    ]);
    await database.close();
  });
});
