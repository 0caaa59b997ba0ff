/** Every table with a workspace tells the planner how its rows are divided among the workspaces, and is analyzed soon after it has grown. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { freshDatabase } from './databases.ts';

interface Table {
  name: string;
  /** `p` for a partitioned table, which doesn't have its own rows. */
  kind: 'r' | 'p';
  /** The kinds of statistics of both columns together: `f` for dependencies, `m` for the most common values. */
  statistics: string[] | null;
  options: string[];
}

describe('tables with a workspace', () => {
  let database: Database;
  let tables: Table[];

  beforeAll(async () => {
    database = await freshDatabase('postgres', 1);
    tables = await database.system(async (db) => {
      // A month without a partition so far.
      await sql`SELECT aispm_ensure_month(now() - interval '20 months')`.execute(db);
      const { rows } = await sql<Table>`
        SELECT relname AS name, relkind AS kind, coalesce(reloptions, '{}') AS options, (
          SELECT stxkind::text[] FROM pg_statistic_ext WHERE stxrelid = pg_class.oid AND stxkeys::text = (
            SELECT string_agg(attnum::text, ' ' ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = pg_class.oid AND attname IN ('tenant_id', 'workspace_id')
          )
        ) AS statistics
        FROM pg_class
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND (
          SELECT count(*) FROM pg_attribute WHERE attrelid = pg_class.oid AND attname IN ('tenant_id', 'workspace_id')
        ) = 2
        ORDER BY 1`.execute(db);
      return rows;
    });
  });
  afterAll(() => database.close());

  it('include those of all domains, and every partition', () => {
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['workspaces', 'objects', 'llm_interactions', 'llm_interactions_other']),
    );
    expect(names.filter((name) => /^llm_interactions_\d/.test(name)).length).toBeGreaterThan(15);
  });

  it('have combined statistics of tenant and workspace', () => {
    const lacking = tables.filter(({ statistics }) => !['f', 'm'].every((kind) => statistics?.includes(kind)));
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });

  it('are analyzed after a fixed number of changes, unless they contain interactions', () => {
    const lacking = tables.filter(
      ({ name, kind, options }) =>
        kind === 'r' && !name.startsWith('llm_interaction') && !options.includes('autovacuum_analyze_scale_factor=0'),
    );
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });

  it('are analyzed and vacuumed after small parts of them have changed', () => {
    const settings = ['analyze', 'vacuum', 'vacuum_insert'].map((task) => `autovacuum_${task}_scale_factor=`);
    const lacking = tables.filter(
      ({ kind, options }) =>
        kind === 'r' && !settings.every((setting) => options.some((option) => option.startsWith(setting))),
    );
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });
});
