/** Adds interactions to the counts of their hours and minutes. */
import type { GuardrailOutcome } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '../database/rows.ts';
import type { Scope } from '../database/scope.ts';
import { outcomeOf } from './outcome.ts';
import type { StoredInteraction } from './stored-interaction.ts';

/** How many interactions of a time and a group had an outcome. */
interface Count {
  /** Where the hour or minute begins. */
  begins_at: string;
  /** An agent or a category; empty where there is none. */
  group_name: string;
  guardrail_outcome: GuardrailOutcome;
  interaction_count: number;
}

/**
 * Parts of a statement (`name AS (...)`, with commas between) that count interactions. Batches of the same hours wait for each other
 * from here to the end of their transactions. All take the counts in the same order, so that none waits crosswise.
 */
export function addedCounts(scope: Scope, interactions: readonly StoredInteraction[]): RawBuilder<unknown> {
  const total = ({ guardrail_outcome }: StoredInteraction) => [['', guardrail_outcome] as const];
  const hours = countsOf(interactions, 'hour', total);
  const minutes = countsOf(interactions, 'minute', total);
  const agents = countsOf(interactions, 'hour', ({ agent_id = '', guardrail_outcome }) => [
    [agent_id, guardrail_outcome],
  ]);
  const categories = countsOf(interactions, 'hour', ({ categories, guardrail_results }) =>
    categories.map((category) => [category, outcomeOf(guardrail_results.filter((one) => one.category === category))]),
  );
  return sql.join([
    added(scope, 'llm_interaction_total_hours', ['hour'], hours),
    added(scope, 'llm_interaction_total_minutes', ['minute'], minutes),
    added(scope, 'llm_interaction_category_hours', ['hour', 'category'], categories),
    added(scope, 'llm_interaction_hours', ['hour', 'agent_id'], agents),
  ]);
}

/** How much of an instant says which unit it is in, and what follows. */
const UNITS = {
  hour: { length: 13, rest: ':00:00Z' },
  minute: { length: 16, rest: ':00Z' },
};

/** @param groupsOf what an interaction counts for: groups, each with an outcome */
function countsOf(
  interactions: readonly StoredInteraction[],
  unit: keyof typeof UNITS,
  groupsOf: (interaction: StoredInteraction) => readonly (readonly [group: string, outcome: GuardrailOutcome])[],
): Count[] {
  const counts = new Map<string, Count>();
  const { length, rest } = UNITS[unit];
  for (const interaction of interactions) {
    const begins_at = interaction.started_at.slice(0, length) + rest;
    for (const [group_name, guardrail_outcome] of groupsOf(interaction)) {
      const name = `${begins_at} ${guardrail_outcome} ${group_name}`;
      const known = counts.get(name);
      if (known) known.interaction_count += 1;
      else counts.set(name, { begins_at, group_name, guardrail_outcome, interaction_count: 1 });
    }
  }
  return [...counts.values()];
}

/** Adds counts to those of a table. @param key its column for the time, and for the group where it has one */
function added(
  { tenantId, workspaceId }: Scope,
  table: string,
  key: readonly [time: string, group?: string],
  counts: readonly Count[],
): RawBuilder<unknown> {
  const columns = 'begins_at timestamptz, group_name text, guardrail_outcome text, interaction_count bigint';
  const own = sql.raw([...key, 'guardrail_outcome'].join(', '));
  const given = sql.raw(['begins_at', 'group_name'].slice(0, key.length).concat('guardrail_outcome').join(', '));
  return sql`${sql.ref(`${table}_added`)} AS (
    INSERT INTO ${sql.table(table)} AS known (tenant_id, workspace_id, ${own}, interaction_count)
    SELECT ${tenantId}::text, ${workspaceId}::text, ${given}, interaction_count FROM ${rowsOf(counts, columns)}
    ORDER BY ${given}
    ON CONFLICT (tenant_id, workspace_id, ${own})
      DO UPDATE SET interaction_count = known.interaction_count + excluded.interaction_count)`;
}
