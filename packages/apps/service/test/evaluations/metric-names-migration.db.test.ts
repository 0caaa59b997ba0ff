/**
 * The migration that renamed metrics, which no later release changes.
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

const SUCCESS_RATE = '019e807b-1ae0-7a81-9786-c3a99f5d4fe9';

describeOnDatabases('the migration of the names of metrics', (kind) => {
  it('only renames attached evaluations that inherited the former name', async () => {
    const database = openDatabase(
      kind === 'embedded' ? embedded({}) : testPostgres(await freshPostgresUrl('empty'), 2),
    );
    const earlier = readSqlMigrations().filter(({ name }) => name < '0031');
    await database.system(async (_, connection) => {
      for (const { sql } of earlier) await connection.execute(sql);
      await connection.execute(`
        CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
        ${earlier.map(({ name }) => `INSERT INTO migrations (name) VALUES ('${name}');`).join('')}
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, first_seen_at, last_seen_at)
        VALUES ('t', 'w', 'agent', 'agent', 'agent', 'agent', '{manual}', now(), now());
        INSERT INTO evaluations (tenant_id, workspace_id, id, name, description, approach, type, num_prompts, is_builtin)
        VALUES ('t', 'w', '${SUCCESS_RATE}', 'Error rate', '', 'metric', 'deterministic', 0, true),
          ('t', 'w', 'own', 'Error rate', '', 'metric', 'deterministic', 0, false);
        INSERT INTO agent_evaluations (tenant_id, workspace_id, id, agent_id, evaluation_id, name, weight)
        VALUES ('t', 'w', 'default', 'agent', '${SUCCESS_RATE}', 'Error rate', 1),
          ('t', 'w', 'named', 'agent', '${SUCCESS_RATE}', 'Errors of the desk', 1),
          ('t', 'w', 'own', 'agent', 'own', 'Error rate', 1);`);
    });
    await migrate(database, []);
    const rows = await database.system((db) =>
      db.selectFrom('agent_evaluations').select(['id', 'name', 'version']).orderBy('id').execute(),
    );
    expect(rows).toEqual([
      { id: 'default', name: 'Success rate', version: 2 },
      { id: 'named', name: 'Errors of the desk', version: 1 },
      { id: 'own', name: 'Error rate', version: 1 },
    ]);
    await database.close();
  });
});
