/** Counts of weeks by agent and by category read days, and hours only at both ends of the window. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { Meter } from './pages.ts';
import { WORKSPACE_ID } from './tenants.ts';

/** Fills the counts of a month: each agent and each category in its hours, 7 interactions in each. */
async function fill(database: Database, groups: number): Promise<void> {
  await database.system(async (db, connection) => {
    await connection.execute('SET statement_timeout = 0');
    for (const [table, column] of [
      ['llm_interaction_hours', 'agent_id'],
      ['llm_interaction_category_hours', 'category'],
    ] as const) {
      await sql`
        INSERT INTO ${sql.table(table)} (tenant_id, workspace_id, hour, ${sql.ref(column)}, guardrail_outcome, interaction_count)
        SELECT tenant, ${WORKSPACE_ID}, '2026-10-01T00:00:00Z'::timestamptz + day * interval '1 day' + hour * interval '1 hour', 'group' || n, 'OK', 7
        FROM (VALUES ('rare', 1), ('steady', 24)) AS given (tenant, hours), generate_series(0, 31) AS day,
          generate_series(0, hours - 1) AS hour, generate_series(1, ${sql.lit(groups)}) AS n`.execute(db);
    }
    await connection.execute('VACUUM ANALYZE');
  });
}

export function describeCounts(groups: number): void {
  let meter: Meter;
  beforeAll(async () => {
    const url = await freshPostgresUrl();
    const database = openDatabase(testPostgres(url, 1));
    await fill(database, groups);
    await database.close();
    meter = await Meter.start(url);
  });
  afterAll(() => meter?.close());

  const windows = [
    ['that begins and ends with a day', '2026-10-02T00:00:00Z', '2026-10-31T23:59:59.999Z', 1.5],
    // Both ends together have up to two days of hours.
    ['that begins and ends within a day', '2026-10-02T10:30:00Z', '2026-11-01T10:29:59.999Z', 4],
  ] as const;
  const lists = [
    ['aispm-llm-interactions-dash/{workspace}/agents', 'agent_count'],
    ['aispm-llm-interactions-dash/{workspace}/categories', 'category_count'],
  ] as const;
  const cases = lists.flatMap(([path, count]) => windows.map((window) => [path, count, ...window] as const));

  it.each(cases)('%s counts 30 days with interactions in every hour', async (path, count, _, start, end, most) => {
    const request = `${path}?${new URLSearchParams({ start_time: start, end_time: end })}`;
    const [rare, steady] = [await meter.read('rare', request), await meter.read('steady', request)];
    expect(steady.body).toMatchObject({ [count]: groups });
    expect(steady.pages, steady.plans).toBeLessThanOrEqual(most * rare.pages);
  });
}
