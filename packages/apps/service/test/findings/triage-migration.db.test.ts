/**
 * The migration that gave issues a history, which no later release changes.
 *
 * @module-tag long
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { describeOnDatabases, freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';

describeOnDatabases('the migration of triage', (kind) => {
  it('gives each existing issue its own version and a first entry with its values', async () => {
    const database: Database = openDatabase(
      kind === 'embedded' ? embedded({}) : testPostgres(await freshPostgresUrl('empty'), 2),
    );
    const earlier = readSqlMigrations().filter(({ name }) => name < '0011');
    await database.system(async (_, connection) => {
      for (const { sql: text } of earlier) await connection.execute(text);
      await connection.execute(`
        CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
        ${earlier.map(({ name }) => `INSERT INTO migrations (name) VALUES ('${name}');`).join('')}
        INSERT INTO rules (tenant_id, workspace_id, rule_id, rule_name, rule_description, object_types, source, severity)
        SELECT 't', 'w', id, id, '', '{agent}', 'external', 'low' FROM unnest('{one,two}'::text[]) AS id;
        INSERT INTO issues (tenant_id, workspace_id, issue_id, rule_id, definitive_severity, status, status_reason,
          object_types, fine_grained_issue_count, first_seen_at, last_seen_at, updated_at)
        SELECT 't', 'w', id, id, 'low', 'suppressed', 'duplicate', '{agent}', 3, now(), now(), '2026-03-01T05:00:00Z'
        FROM unnest('{one,two}'::text[]) AS id`);
    });
    await migrate(database, []);
    const rows = await database.system(async (db) => {
      const { rows: entries } = await sql<Record<string, unknown>>`
        SELECT h.*, etag FROM issue_history AS h JOIN issues USING (tenant_id, workspace_id, issue_id) ORDER BY issue_id`.execute(
        db,
      );
      return entries;
    });
    expect(rows).toMatchObject(
      ['one', 'two'].map((issue_id) => ({
        issue_id,
        kind: 'recorded',
        changed_at: '2026-03-01T05:00:00Z',
        changed_by: null,
        before: {},
        after: {
          status: 'suppressed',
          status_reason: 'duplicate',
          status_comment: null,
          assignee: null,
          due_at: null,
          definitive_severity: 'low',
          object_types: ['agent'],
          fine_grained_issue_count: 3,
          critical_element_count: 0,
        },
      })),
    );
    expect(new Set(rows.map(({ etag }) => etag)).size).toBe(2);
    await database.close();
  });
});
