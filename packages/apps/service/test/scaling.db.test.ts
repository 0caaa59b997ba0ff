/** `docs/scaling.md` states only what a test shows. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from './databases/databases.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../docs/scaling.md'), 'utf8');

/** The paragraphs, each with its lists, and the rows of tables, without headings and heads. */
const CLAIMS = DOCUMENT.split(/\n\n+/)
  .filter((block) => !block.startsWith('#') && !block.startsWith('Each claim'))
  .flatMap((block) => (block.startsWith('|') ? block.split('\n').slice(2) : [block]));

/** The rows of the table of large tables. */
const LARGE_TABLES = CLAIMS.filter((claim) => claim.startsWith('|')).map((row) => {
  const [, names = '', partitioned = ''] = row.split('|').map((cell) => cell.trim());
  return { names: [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''), isPartitioned: partitioned !== 'no' };
});

it('every claim about scaling names a test that exists', () => {
  expect(CLAIMS.length).toBeGreaterThan(10);
  for (const claim of CLAIMS) {
    const tests = [...claim.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path]) => path ?? '');
    expect(tests, claim).not.toEqual([]);
    for (const path of tests) expect(existsSync(join(import.meta.dirname, path)), path).toBe(true);
  }
});

it('the large tables are partitioned as documented', async () => {
  const database = await freshDatabase('postgres', 1);
  onTestFinished(() => database.close());
  const { rows } = await database.system((db) =>
    sql<{
      name: string;
    }>`SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace`.execute(db),
  );
  const partitioned = LARGE_TABLES.filter(({ isPartitioned }) => isPartitioned).flatMap(({ names }) => names);
  expect(partitioned).toEqual(rows.map(({ name }) => name));
  for (const name of LARGE_TABLES.flatMap(({ names }) => names)) {
    await database.system((db) => sql`SELECT FROM ${sql.table(name)} LIMIT 0`.execute(db));
  }
});

it('a month of interactions has its partition, and distant timestamps have another one', async () => {
  const database = await freshDatabase('postgres', 1);
  onTestFinished(() => database.close());
  await database.system((db) => sql`INSERT INTO workspaces (tenant_id, workspace_id) VALUES ('t', 'w')`.execute(db));
  const partitionOf = async (id: string, startedAt: string) => {
    const { rows } = await database.system(async (db) => {
      await sql`SELECT aispm_ensure_month(${startedAt}::timestamptz)`.execute(db);
      return sql<{ partition: string }>`
        INSERT INTO llm_interactions (tenant_id, workspace_id, llm_interaction_id, operation_name, provider_name, started_at, guardrail_outcome)
        VALUES ('t', 'w', ${id}, 'chat', 'p', ${startedAt}, 'OK') RETURNING tableoid::regclass::text AS partition`.execute(
        db,
      );
    });
    return rows[0]?.partition;
  };
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const recent = inDays(-600);
  expect(await partitionOf('recent', recent)).toBe(`llm_interactions_${recent.slice(0, 7).replace('-', '_')}`);
  expect(await partitionOf('old', inDays(-900))).toBe('llm_interactions_other');
  expect(await partitionOf('far', inDays(130))).toBe('llm_interactions_other');
});
