/**
 * The migration that renamed columns of saved views and turned filters into lists, which no later release changes.
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

describeOnDatabases('the migration of names of filters', (kind) => {
  it('makes lists of single values, renames columns, and changes no other view', async () => {
    const database = openDatabase(
      kind === 'embedded' ? embedded({}) : testPostgres(await freshPostgresUrl('empty'), 2),
    );
    const earlier = readSqlMigrations().filter(({ name }) => name < '0050');
    await database.system(async (_, connection) => {
      for (const { sql } of earlier) await connection.execute(sql);
      await connection.execute(`
        CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
        ${earlier.map(({ name }) => `INSERT INTO migrations (name) VALUES ('${name}');`).join('')}
        INSERT INTO views (tenant_id, workspace_id, id, name, entity, filters, columns)
        VALUES ('t', 'w', '1', 'a', 'llm_interactions', '{"tool_name": "pay", "agent_id": ["a"]}', '{agent_id}'),
          ('t', 'w', '2', 'b', 'scans', '{"sort": "num_detections", "asset_id": ["a"]}', '{scan_id,num_detections}'),
          ('t', 'w', '3', 'c', 'rules', '{"source": "static"}', '{rule_id,issues_count}'),
          ('t', 'w', '4', 'd', 'locations', '{"asset_id": "a", "name": "x"}', '{location_id}'),
          ('t', 'w', '5', 'e', 'agents', '{}', '{aispm_object_id}');`);
    });
    await migrate(database, []);
    const rows = await database.system((db) =>
      db.selectFrom('views').select(['filters', 'columns']).orderBy('id').execute(),
    );
    expect(rows).toEqual([
      { filters: { tool_name: ['pay'], agent_id: ['a'] }, columns: ['agent_id'] },
      { filters: { sort: 'detection_count', asset_id: ['a'] }, columns: ['scan_id', 'detection_count'] },
      { filters: { source: ['static'] }, columns: ['rule_id', 'total_issues_count'] },
      { filters: { asset_id: ['a'], name: 'x' }, columns: ['location_id'] },
      { filters: {}, columns: ['aispm_object_id'] },
    ]);
    await database.close();
  });
});
