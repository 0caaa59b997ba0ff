/**
 * Adds interactions to the counts by hour and minute. A transaction only writes a row with its changes: if it changed the
 * counts of the current minute, all others would wait for it. The rows are added to the counts shortly after.
 */
import type { GuardrailOutcome, GuardrailResult } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import type { Workspace } from '../../platform/database/rows.ts';
import type { PeriodicTask } from '../../platform/jobs/job.ts';
import { strongestOutcome } from './outcomes.ts';
import type { StoredInteraction } from './stored-interaction.ts';

/** The number of interactions of a period and a group with an outcome. */
interface Count {
  /** Start of the hour or minute. */
  begins_at: string;
  /** An agent or a category; empty if there's none. */
  group_name: string;
  guardrail_outcome: GuardrailOutcome;
  interaction_count: number;
}

/** The counted properties of an interaction. */
export type CountedInteraction = Pick<StoredInteraction, 'started_at' | 'guardrail_outcome' | 'categories'> & {
  agent_id?: string | null | undefined;
  guardrail_results: readonly GuardrailResult[];
};

/** A group in which an interaction counts, with an outcome. */
type Group = readonly [name: string, outcome: GuardrailOutcome];

/** A table of counts. */
interface CountTable {
  table: string;
  /** The unit of its periods, and the name of their column. */
  period: keyof typeof UNITS;
  /** The column of the groups; none if all interactions are one group. */
  group?: string;
  toGroups(interaction: CountedInteraction): readonly Group[];
}

const toTotal = ({ guardrail_outcome }: CountedInteraction): Group[] => [['', guardrail_outcome]];

/** All counts, in the order in which they are locked. */
export const COUNT_TABLES: readonly CountTable[] = [
  { table: 'llm_interaction_total_hours', period: 'hour', toGroups: toTotal },
  { table: 'llm_interaction_total_minutes', period: 'minute', toGroups: toTotal },
  {
    table: 'llm_interaction_category_hours',
    period: 'hour',
    group: 'category',
    toGroups: ({ categories, guardrail_results }) =>
      categories.map((category) => [
        category,
        strongestOutcome(guardrail_results.filter((result) => result.category === category)),
      ]),
  },
  {
    table: 'llm_interaction_hours',
    period: 'hour',
    group: 'agent_id',
    toGroups: ({ agent_id, guardrail_outcome }) => [[agent_id ?? '', guardrail_outcome]],
  },
];

/**
 * Returns a statement that counts interactions.
 *
 * @param sign 1 for stored interactions, -1 for removed ones
 */
export function countChange(
  { tenantId, workspaceId }: Workspace,
  interactions: readonly CountedInteraction[],
  sign: 1 | -1 = 1,
): RawBuilder<unknown> {
  const counts = Object.fromEntries(
    COUNT_TABLES.map((table) => [table.table, countInteractions(interactions, table, sign)]),
  );
  return sql`INSERT INTO llm_interaction_count_changes (tenant_id, workspace_id, counts)
    VALUES (${tenantId}, ${workspaceId}, ${JSON.stringify(counts)}::json)`;
}

/** The length of the timestamp prefix that identifies a unit, and the suffix that completes it to the start of the unit. */
const UNITS = {
  hour: { length: 13, rest: ':00:00Z' },
  minute: { length: 16, rest: ':00Z' },
};

function countInteractions(
  interactions: readonly CountedInteraction[],
  { period, toGroups }: CountTable,
  sign: 1 | -1,
): Count[] {
  const counts = new Map<string, Count>();
  const { length, rest } = UNITS[period];
  for (const interaction of interactions) {
    const begins_at = interaction.started_at.slice(0, length) + rest;
    for (const [group_name, guardrail_outcome] of toGroups(interaction)) {
      const key = `${begins_at} ${guardrail_outcome} ${group_name}`;
      const count = counts.get(key);
      if (count) count.interaction_count += sign;
      else counts.set(key, { begins_at, group_name, guardrail_outcome, interaction_count: sign });
    }
  }
  return [...counts.values()];
}

/** Maximum number of changes that one statement adds to the counts. */
const MAX_CHANGES = 1_000;

/** Key of the advisory lock of the transaction that adds changes to the counts. */
const LOCK = sql`hashtext('llm_interaction_count_changes')`;

/** Adds the changes of all transactions to the counts. Other processes may do so at the same time. */
export const foldCountChanges: PeriodicTask = {
  name: 'fold-interaction-counts',
  everyMs: 1_000,
  run: ({ database }) =>
    database.system(async (session) => {
      const { rows } = await sql`SELECT FROM llm_interaction_count_changes LIMIT 1`.execute(session);
      if (rows.length === 0) return;
      await session.transaction().execute(async (db) => {
        const { rows } = await sql<{ isMine: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`.execute(
          db,
        );
        if (rows[0]?.isMine) await foldChanges(db);
      });
    }),
};

/**
 * Adds all changes to the counts, including this transaction's. Until it ends, no other transaction does so, and the counts
 * include every interaction that it has seen.
 *
 * @param db a transaction of the owner of the tables
 */
export async function foldCounts(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(db);
  await foldChanges(db);
}

async function foldChanges(db: Db): Promise<void> {
  for (let changes = MAX_CHANGES; changes === MAX_CHANGES; ) {
    const { rows } = await sql<{ changes: number }>`
      WITH changes AS MATERIALIZED (
        DELETE FROM llm_interaction_count_changes
        WHERE ctid = ANY(ARRAY(SELECT ctid FROM llm_interaction_count_changes LIMIT ${sql.lit(MAX_CHANGES)}))
        RETURNING tenant_id, workspace_id, counts
      ), ${sql.join(COUNT_TABLES.map(addChanges))}
      SELECT count(*) AS changes FROM changes`.execute(db);
    changes = rows[0]?.changes ?? 0;
  }
}

/**
 * Returns a common table expression that adds the changes to a table. Processes of earlier releases lock the rows in the same
 * order.
 */
function addChanges({ table, period, group }: CountTable): RawBuilder<unknown> {
  const key = group === undefined ? [period] : [period, group];
  const target = sql.raw(['tenant_id', 'workspace_id', ...key, 'guardrail_outcome'].join(', '));
  const source = sql.raw(
    ['tenant_id', 'workspace_id', ...['begins_at', 'group_name'].slice(0, key.length), 'guardrail_outcome'].join(', '),
  );
  return sql`${sql.ref(`${table}_added`)} AS (
    INSERT INTO ${sql.table(table)} AS known (${target}, interaction_count)
    SELECT ${source}, sum(interaction_count) FROM changes, json_to_recordset(counts -> ${sql.lit(table)})
      AS change (begins_at timestamptz, group_name text COLLATE "C", guardrail_outcome text COLLATE "C", interaction_count bigint)
    GROUP BY ${source} HAVING sum(interaction_count) <> 0 ORDER BY ${source}
    ON CONFLICT (${target}) DO UPDATE SET interaction_count = known.interaction_count + excluded.interaction_count)`;
}
