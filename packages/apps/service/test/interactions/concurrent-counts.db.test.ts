/**
 * Interactions of one workspace that several processes store at the same time.
 *
 * @module-tag long
 */
import { currentTier } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import type { GuardrailAction, NewLlmInteraction } from '@aispm/types';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { COUNT_TABLES, foldCountChanges } from '../../src/domains/interactions/count-updates.ts';
import { ingest, type RedactedReport } from '../../src/domains/interactions/ingest.ts';
import { contentOf } from '../../src/domains/interactions/stored-interaction.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import type { Services } from '../../src/platform/services/services.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';

const SCOPE = { tenantId: 'acme', workspaceId: 'main', userId: 'u' };

/** Opens the same database as several processes do. */
async function openProcesses(count: number): Promise<Database[]> {
  const url = await freshPostgresUrl();
  const processes = Array.from({ length: count }, () => openDatabase(testPostgres(url, 3)));
  onTestFinished(async () => {
    for (const database of processes) await database.close();
  });
  return processes;
}

const toRedacted = (report: NewLlmInteraction): RedactedReport => ({
  report,
  content: { value: contentOf(report), isRedacted: false },
});

const toReport = (id: string, started_at: string, action: GuardrailAction = 'allow'): NewLlmInteraction => ({
  llm_interaction_id: id,
  operation_name: 'chat',
  provider_name: 'p',
  started_at,
  guardrail_results: [
    {
      guardrail_id: 'g',
      guardrail_name: 'G',
      target: 'llm_input',
      action,
      category: 'secrets',
      score: null,
      detected: true,
    },
  ],
});

const store = (db: Db, reports: readonly NewLlmInteraction[]) => ingest(db, SCOPE, reports.map(toRedacted));
const fold = (database: Database) => foldCountChanges.run({ database } as Services);

/** All tables of counts, also those that triggers maintain. */
const TABLES = [
  ...COUNT_TABLES,
  { table: 'llm_interaction_days', period: 'day', group: 'agent_id' },
  { table: 'llm_interaction_category_days', period: 'day', group: 'category' },
];

/** Lists where the counts differ from the interactions. */
async function findDifferences(database: Database): Promise<unknown[]> {
  const parts = TABLES.map(({ table, period, group }) => {
    const counted = sql.raw(
      { agent_id: `coalesce(agent_id, '')`, category: 'unnest(categories)' }[group ?? ''] ?? `''`,
    );
    const name = sql.raw(group ?? `''`);
    return sql`
      SELECT ${sql.lit(table)} AS table, at, name, guardrail_outcome, sum(count) FROM (
        SELECT ${sql.ref(period)} AS at, ${name} AS name, guardrail_outcome, interaction_count AS count
        FROM ${sql.table(`current_${table}`)}
        UNION ALL
        SELECT date_trunc(${sql.lit(period)}, started_at, 'UTC'), ${counted}, guardrail_outcome, -1 FROM llm_interactions
      ) AS sides GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`;
  });
  const { rows } = await database.system((db) => sql`${sql.join(parts, sql` UNION ALL `)}`.execute(db));
  return rows;
}

it('a batch does not wait for another one of the same minute', async () => {
  const [one, other] = (await openProcesses(2)) as [Database, Database];
  const at = '2026-11-17T22:00:00Z';
  await one.scoped(SCOPE, (session) => session.transaction().execute((db) => store(db, [toReport('first', at)])));
  await fold(one);
  await one.scoped(SCOPE, (session) =>
    session.transaction().execute(async (db) => {
      await store(db, [toReport('slow', at)]);
      const { results } = await other.scoped(SCOPE, (second) =>
        second.transaction().execute(async (inner) => {
          await sql`SET LOCAL lock_timeout = '1s'`.execute(inner);
          return store(inner, [toReport('quick', at)]);
        }),
      );
      expect(results).toMatchObject([{ status: 'stored' }]);
      // Neither does what adds up the counts.
      await fold(other);
    }),
  );
  await fold(other);
  expect(await findDifferences(one)).toEqual([]);
});

it('counts equal the interactions, no matter which processes store and sum up concurrently', async () => {
  const processes = await openProcesses(3);
  const report = fc
    .record({
      id: fc.integer({ min: 0, max: 60 }),
      minute: fc.integer({ min: 0, max: 3 }),
      action: fc.constantFrom<GuardrailAction>('allow', 'block', 'alert'),
    })
    .map(({ id, minute, action }) => toReport(`i-${id}`, `2026-11-17T2${minute % 2}:0${minute}:00Z`, action));
  const step = fc.record({
    process: fc.integer({ min: 0, max: 2 }),
    // An empty one adds up the counts.
    reports: fc.array(report, { maxLength: 5 }),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
    await processes[0]?.system((db) =>
      sql`TRUNCATE llm_interactions, llm_interaction_keys, llm_interaction_count_changes, ${sql.join(
        TABLES.map(({ table }) => sql.table(table)),
      )}`.execute(db),
    );
    const run = ({ process, reports }: (typeof steps)[number]) => {
      const database = processes[process] as Database;
      if (reports.length === 0) return fold(database);
      return database.scoped(SCOPE, (session) => session.transaction().execute((db) => store(db, reports)));
    };
    await Promise.all(steps.map(run));
    expect(await findDifferences(processes[0] as Database)).toEqual([]);
    await Promise.all(processes.map(fold));
    expect(await findDifferences(processes[0] as Database)).toEqual([]);
    const stored = new Set(steps.flatMap(({ reports }) => reports.map(({ llm_interaction_id }) => llm_interaction_id)));
    const totals = await processes[0]?.system((db) =>
      sql<{
        total: number;
      }>`SELECT coalesce(sum(interaction_count), 0)::bigint AS total FROM llm_interaction_total_hours`.execute(db),
    );
    expect(totals?.rows).toEqual([{ total: stored.size }]);
  });
  await fc.assert(property, { numRuns: currentTier() === 'test:nightly' ? 30 : 10, endOnFailure: true });
});
