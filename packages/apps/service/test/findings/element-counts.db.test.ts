/**
 * The counts of the elements of issues follow every statement that writes elements, also those of releases that don't know the counts.
 *
 * @module-tag long
 */
import fc from '@aispm/testing/properties';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import { describeOnDatabases, freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';

/** Each has one object of each type, and one issue of each name. */
const WORKSPACES = ['one', 'other'];
const ISSUES = ['a', 'b'];
const TYPES = ['agent', 'tool', 'asset'];
const COUNTS = ['critical_count', 'high_count', 'low_count', 'active_critical_count', 'active_high_count'] as const;

const element = fc.record({
  workspace_id: fc.constantFrom(...WORKSPACES),
  issue_id: fc.constantFrom(...ISSUES),
  role: fc.constantFrom('object', 'asset'),
  aispm_object_id: fc.constantFrom(...TYPES.flatMap((type) => [`${type}-1`, `${type}-2`])),
  ...Object.fromEntries(COUNTS.map((name) => [name, fc.nat({ max: 2 })])),
});
const elements = fc.uniqueArray(element, {
  minLength: 1,
  maxLength: 8,
  selector: (row) => JSON.stringify([row.workspace_id, row.issue_id, row.role, row.aispm_object_id]),
});
/** A statement: it deletes elements, and writes others, of which it may know some. */
const statement = fc.record({ written: elements, deleted: fc.option(fc.constantFrom(...ISSUES)) });

async function write(db: Db, { written, deleted }: { written: object[]; deleted: string | null }): Promise<void> {
  const names = sql.raw(COUNTS.join(', '));
  await sql`
    WITH deleted AS (
      DELETE FROM issue_elements WHERE issue_id = ${deleted}::text AND NOT EXISTS (
        SELECT FROM json_to_recordset(${JSON.stringify(written)}::json) AS kept (workspace_id text, issue_id text, role text, aispm_object_id text)
        WHERE (kept.workspace_id, kept.issue_id, kept.role, kept.aispm_object_id)
          = (issue_elements.workspace_id, issue_elements.issue_id, issue_elements.role, issue_elements.aispm_object_id)
      )
    )
    INSERT INTO issue_elements (tenant_id, workspace_id, issue_id, role, aispm_object_id, object_type, occurrence_count, ${names})
    SELECT 't', workspace_id, issue_id, role, aispm_object_id, split_part(aispm_object_id, '-', 1), 9, ${names}
    FROM json_to_recordset(${JSON.stringify(written)}::json) AS given (workspace_id text, issue_id text, role text, aispm_object_id text,
      ${sql.raw(COUNTS.map((name) => `${name} bigint`).join(', '))})
    ON CONFLICT (tenant_id, workspace_id, issue_id, role, aispm_object_id) DO UPDATE SET
      ${sql.raw(COUNTS.map((name) => `${name} = excluded.${name}`).join(', '))}`.execute(db);
}

async function readCounts(db: Db): Promise<{ stored: unknown[]; recounted: unknown[] }> {
  const { rows: stored } = await sql`
    SELECT workspace_id, issue_id, object_type, element_count, critical_element_count, high_element_count, total_affected_elements,
      fine_grained_issue_count
    FROM issue_element_counts WHERE element_count <> 0 ORDER BY 1, 2, 3`.execute(db);
  const { rows: recounted } = await sql`
    SELECT workspace_id, issue_id, object_type, count(*) AS element_count,
      count(*) FILTER (WHERE active_critical_count > 0) AS critical_element_count,
      count(*) FILTER (WHERE active_high_count > 0) AS high_element_count,
      count(*) FILTER (WHERE critical_count + high_count + low_count > 0) AS total_affected_elements,
      sum(critical_count + high_count + low_count)::bigint AS fine_grained_issue_count
    FROM issue_elements WHERE role = 'object' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
  return { stored, recounted };
}

describeOnDatabases('the counts of elements', (kind) => {
  it('match the elements after the migration, and after each statement that writes elements', async () => {
    const database = openDatabase(
      kind === 'embedded' ? embedded({}) : testPostgres(await freshPostgresUrl('empty'), 2),
    );
    const earlier = readSqlMigrations().filter(({ name }) => name < '0042');
    await database.system(async (db, connection) => {
      for (const { sql: text } of earlier) await connection.execute(text);
      await connection.execute(`
        CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
        ${earlier.map(({ name }) => `INSERT INTO migrations (name) VALUES ('${name}');`).join('')}`);
      const rows = (names: readonly string[]) =>
        sql`unnest(${WORKSPACES}::text[]) AS workspace, unnest(${names}::text[]) AS name`;
      await sql`
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name, discovery_sources,
          first_seen_at, last_seen_at)
        SELECT 't', workspace, name || '-' || n, name, name || '-' || n, name, '{static_scan}', now(), now()
        FROM ${rows(TYPES)}, generate_series(1, 2) AS n`.execute(db);
      await sql`
        INSERT INTO rules (tenant_id, workspace_id, rule_id, rule_name, rule_description, object_types, source, severity)
        SELECT 't', workspace, name, name, '', '{tool}', 'external', 'high' FROM ${rows(ISSUES)}`.execute(db);
      await sql`
        INSERT INTO issues (tenant_id, workspace_id, issue_id, rule_id, definitive_severity, status, object_types, first_seen_at, last_seen_at)
        SELECT 't', workspace, name, name, 'high', 'open', '{tool}', now(), now() FROM ${rows(ISSUES)}`.execute(db);
      for (const one of fc.sample(statement, 20)) await write(db, one);
    });
    await migrate(database, []);
    await database.system(async (db) => {
      const migrated = await readCounts(db);
      expect(migrated.stored.length).toBeGreaterThan(0);
      expect(migrated.stored).toEqual(migrated.recounted);
      const property = fc.asyncProperty(statement, async (one) => {
        await write(db, one);
        const { stored, recounted } = await readCounts(db);
        expect(stored).toEqual(recounted);
      });
      await fc.assert(property, { numRuns: 60, endOnFailure: true });
      await sql`DELETE FROM issue_elements WHERE workspace_id = 'other'`.execute(db);
      const { stored, recounted } = await readCounts(db);
      expect(stored).toEqual(recounted);
    });
    await database.close();
  });
});
