/** Adds interactions to the counts by hour and minute. */
import type { GuardrailOutcome, GuardrailResult } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { recordset, type Workspace } from '../../platform/database/rows.ts';
import { strongestOutcome } from './outcomes.ts';
import type { StoredInteraction } from './stored-interaction.ts';

/** The number of interactions of a period and a group with an outcome. */
interface Count {
  /** Start of the hour or minute. */
  begins_at: string;
  /** An agent or a category; empty where there is none. */
  group_name: string;
  guardrail_outcome: GuardrailOutcome;
  interaction_count: number;
}

/** What is counted of an interaction. */
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
  /** The column of the groups; none when all interactions are one. */
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
 * Returns common table expressions (`name AS (...)`, separated by commas) that count interactions. They lock the counts until the
 * end of the transaction. All batches lock them in the same order, so that they cannot deadlock.
 *
 * @param sign 1 for interactions that are stored, -1 for those that are removed
 */
export function countUpdates(
  workspace: Workspace,
  interactions: readonly CountedInteraction[],
  sign: 1 | -1 = 1,
): RawBuilder<unknown> {
  return sql.join(
    COUNT_TABLES.map((table) => addCounts(workspace, table, countInteractions(interactions, table, sign))),
  );
}

/** The length of the prefix of an instant that names its unit, and the rest that makes it the start of the unit. */
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

/** Adds counts to those of a table. */
function addCounts(
  { tenantId, workspaceId }: Workspace,
  { table, period, group }: CountTable,
  counts: readonly Count[],
): RawBuilder<unknown> {
  const columns = 'begins_at timestamptz, group_name text, guardrail_outcome text, interaction_count bigint';
  const key = group === undefined ? [period] : [period, group];
  const target = sql.raw([...key, 'guardrail_outcome'].join(', '));
  const source = sql.raw(['begins_at', 'group_name'].slice(0, key.length).concat('guardrail_outcome').join(', '));
  return sql`${sql.ref(`${table}_added`)} AS (
    INSERT INTO ${sql.table(table)} AS known (tenant_id, workspace_id, ${target}, interaction_count)
    SELECT ${tenantId}::text, ${workspaceId}::text, ${source}, interaction_count FROM ${recordset(counts, columns)}
    ORDER BY ${source}
    ON CONFLICT (tenant_id, workspace_id, ${target})
      DO UPDATE SET interaction_count = known.interaction_count + excluded.interaction_count)`;
}
