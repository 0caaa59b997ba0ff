/** Adds interactions to the counts by hour and minute. */
import type { GuardrailOutcome } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { recordset } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
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

/**
 * Returns common table expressions (`name AS (...)`, separated by commas) that count interactions. They lock the counts until the
 * end of the transaction. All batches lock them in the same order, so that they cannot deadlock.
 */
export function countUpdates(scope: Scope, interactions: readonly StoredInteraction[]): RawBuilder<unknown> {
  const total = ({ guardrail_outcome }: StoredInteraction) => [['', guardrail_outcome] as const];
  const hours = countInteractions(interactions, 'hour', total);
  const minutes = countInteractions(interactions, 'minute', total);
  const agents = countInteractions(interactions, 'hour', ({ agent_id = '', guardrail_outcome }) => [
    [agent_id, guardrail_outcome],
  ]);
  const categories = countInteractions(interactions, 'hour', ({ categories, guardrail_results }) =>
    categories.map((category) => [
      category,
      strongestOutcome(guardrail_results.filter((result) => result.category === category)),
    ]),
  );
  return sql.join([
    addCounts(scope, 'llm_interaction_total_hours', ['hour'], hours),
    addCounts(scope, 'llm_interaction_total_minutes', ['minute'], minutes),
    addCounts(scope, 'llm_interaction_category_hours', ['hour', 'category'], categories),
    addCounts(scope, 'llm_interaction_hours', ['hour', 'agent_id'], agents),
  ]);
}

/** The length of the prefix of an instant that names its unit, and the rest that makes it the start of the unit. */
const UNITS = {
  hour: { length: 13, rest: ':00:00Z' },
  minute: { length: 16, rest: ':00Z' },
};

/** @param toGroups returns the groups in which an interaction counts, each with an outcome */
function countInteractions(
  interactions: readonly StoredInteraction[],
  unit: keyof typeof UNITS,
  toGroups: (interaction: StoredInteraction) => readonly (readonly [group: string, outcome: GuardrailOutcome])[],
): Count[] {
  const counts = new Map<string, Count>();
  const { length, rest } = UNITS[unit];
  for (const interaction of interactions) {
    const begins_at = interaction.started_at.slice(0, length) + rest;
    for (const [group_name, guardrail_outcome] of toGroups(interaction)) {
      const key = `${begins_at} ${guardrail_outcome} ${group_name}`;
      const count = counts.get(key);
      if (count) count.interaction_count += 1;
      else counts.set(key, { begins_at, group_name, guardrail_outcome, interaction_count: 1 });
    }
  }
  return [...counts.values()];
}

/**
 * Adds counts to those of a table.
 *
 * @param key its column for the period, and for the group if it has one
 */
function addCounts(
  { tenantId, workspaceId }: Scope,
  table: string,
  key: readonly [period: string, group?: string],
  counts: readonly Count[],
): RawBuilder<unknown> {
  const columns = 'begins_at timestamptz, group_name text, guardrail_outcome text, interaction_count bigint';
  const target = sql.raw([...key, 'guardrail_outcome'].join(', '));
  const source = sql.raw(['begins_at', 'group_name'].slice(0, key.length).concat('guardrail_outcome').join(', '));
  return sql`${sql.ref(`${table}_added`)} AS (
    INSERT INTO ${sql.table(table)} AS known (tenant_id, workspace_id, ${target}, interaction_count)
    SELECT ${tenantId}::text, ${workspaceId}::text, ${source}, interaction_count FROM ${recordset(counts, columns)}
    ORDER BY ${source}
    ON CONFLICT (tenant_id, workspace_id, ${target})
      DO UPDATE SET interaction_count = known.interaction_count + excluded.interaction_count)`;
}
