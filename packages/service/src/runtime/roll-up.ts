/** Adds interactions to the counts of their hours. */
import type { GuardrailOutcome } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '../database/rows.ts';
import type { Scope } from '../database/scope.ts';
import { outcomeOf } from './outcome.ts';
import type { StoredInteraction } from './stored-interaction.ts';

/** How many interactions of an hour and a group had an outcome. */
interface HourCount {
  hour: string;
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
  const totals = countsOf(interactions, ({ guardrail_outcome }) => [['', guardrail_outcome]]);
  const agents = countsOf(interactions, ({ agent_id = '', guardrail_outcome }) => [[agent_id, guardrail_outcome]]);
  const categories = countsOf(interactions, ({ categories, guardrail_results }) =>
    categories.map((category) => [category, outcomeOf(guardrail_results.filter((one) => one.category === category))]),
  );
  return sql.join([
    added(scope, 'llm_interaction_total_hours', undefined, totals),
    added(scope, 'llm_interaction_category_hours', 'category', categories),
    added(scope, 'llm_interaction_hours', 'agent_id', agents),
  ]);
}

/** @param groupsOf what an interaction counts for: groups, each with an outcome */
function countsOf(
  interactions: readonly StoredInteraction[],
  groupsOf: (interaction: StoredInteraction) => readonly (readonly [group: string, outcome: GuardrailOutcome])[],
): HourCount[] {
  const counts = new Map<string, HourCount>();
  for (const interaction of interactions) {
    const hour = `${interaction.started_at.slice(0, 13)}:00:00Z`;
    for (const [group_name, guardrail_outcome] of groupsOf(interaction)) {
      const name = `${hour} ${guardrail_outcome} ${group_name}`;
      const known = counts.get(name);
      if (known) known.interaction_count += 1;
      else counts.set(name, { hour, group_name, guardrail_outcome, interaction_count: 1 });
    }
  }
  return [...counts.values()];
}

/** Adds counts to those of a table. @param group its column for the groups; undefined where it has none */
function added(
  { tenantId, workspaceId }: Scope,
  table: string,
  group: string | undefined,
  counts: readonly HourCount[],
): RawBuilder<unknown> {
  const columns = 'hour timestamptz, group_name text, guardrail_outcome text, interaction_count bigint';
  const key = sql.raw(['hour', ...(group ? [group] : []), 'guardrail_outcome'].join(', '));
  const given = sql.raw(['hour', ...(group ? ['group_name'] : []), 'guardrail_outcome'].join(', '));
  return sql`${sql.ref(`${table}_added`)} AS (
    INSERT INTO ${sql.table(table)} AS known (tenant_id, workspace_id, ${key}, interaction_count)
    SELECT ${tenantId}::text, ${workspaceId}::text, ${given}, interaction_count FROM ${rowsOf(counts, columns)}
    ORDER BY ${given}
    ON CONFLICT (tenant_id, workspace_id, ${key})
      DO UPDATE SET interaction_count = known.interaction_count + excluded.interaction_count)`;
}
