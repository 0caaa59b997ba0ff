/** Random interactions, and what the service should count of them. */
import {
  type Client,
  getLlmInteractionAgents,
  getLlmInteractionCategories,
  getLlmInteractionCounts,
} from '@aispm/client';
import fc from '@aispm/testing/properties';
import type { GuardrailAction, GuardrailOutcome, HourlyGuardrailCounts, NewLlmInteraction } from '@aispm/types';
import { expect } from 'vitest';

const HOUR = 3_600_000;
/** The actions with their outcomes, from weakest to strongest. */
const ACTIONS: readonly [GuardrailAction, GuardrailOutcome][] = [
  ['allow', 'OK'],
  ['alert', 'ALERTED'],
  ['redact', 'REDACTED'],
  ['block', 'BLOCKED'],
];

const results = fc.array(fc.tuple(fc.constantFrom('secrets', 'toxicity', 'jailbreak'), fc.constantFrom(...ACTIONS)), {
  maxLength: 3,
});

/** An interaction of an agent or of none, at one of some timestamps. */
export const anyInteraction = (at: fc.Arbitrary<number>) =>
  fc.record({ at, agent: fc.constantFrom('desk', 'broker', null), results });
export type Interaction = ReturnType<typeof anyInteraction> extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the report of an interaction. */
export function toReport({ at, agent, results: found }: Interaction, id: string): NewLlmInteraction {
  return {
    llm_interaction_id: id,
    agent_id: agent,
    operation_name: 'chat',
    provider_name: 'p',
    started_at: toIso(at),
    guardrail_results: found.map(([category, [action]]) => ({
      guardrail_id: 'g',
      guardrail_name: 'G',
      target: 'llm_input',
      action,
      category,
      score: null,
      detected: true,
    })),
  };
}

/** Expects that all counts of a window are those of the interactions in it. */
export async function expectCounts(
  client: Client,
  path: { tenant_id: string; workspace_id: string },
  window: { start_time: string; end_time: string },
  rows: readonly Interaction[],
): Promise<void> {
  const counts = await getLlmInteractionCounts(client, { ...path, ...window });
  const { results: hours, ...total } = counts;
  const expected = sum(rows.map(({ results: found }) => strongest(found)));
  expect(total).toEqual(expected);
  for (const [hour, count] of Object.entries(hours)) {
    const from = Date.parse(hour);
    const inside = rows.filter(({ at }) => at >= from && at < from + HOUR);
    expect(count, hour).toEqual(sum(inside.map(({ results: found }) => strongest(found))));
  }
  const byAgent = await getLlmInteractionAgents(client, { ...path, ...window });
  expect(byAgent).toMatchObject(expected);
  expect(byAgent.agents).toHaveLength(new Set(rows.map(({ agent }) => agent)).size);
  for (const { agent_id, aispm_friendly_name, ...count } of byAgent.agents) {
    const own = rows.filter(({ agent }) => agent === agent_id);
    expect(count).toEqual(sum(own.map(({ results: found }) => strongest(found))));
    expect(aispm_friendly_name).toBe(agent_id && `The ${agent_id}`);
  }
  const byCategory = await getLlmInteractionCategories(client, { ...path, ...window });
  expect(byCategory).toMatchObject(expected);
  const categories = new Set(rows.flatMap(({ results: found }) => found.map(([category]) => category)));
  expect(byCategory.category_count).toBe(categories.size);
  expect(new Set(byCategory.categories.map(({ category }) => category))).toEqual(categories);
  for (const { category, ...count } of byCategory.categories) {
    const own = rows
      .map(({ results: found }) => found.filter(([name]) => name === category))
      .filter(({ length }) => length > 0);
    expect(count).toEqual(sum(own.map(strongest)));
  }
}

function strongest(found: Interaction['results']): GuardrailOutcome {
  const ranks = found.map(([, [action]]) => ACTIONS.findIndex(([name]) => name === action));
  return ACTIONS[Math.max(0, ...ranks)]?.[1] as GuardrailOutcome;
}

function sum(outcomes: readonly GuardrailOutcome[]): HourlyGuardrailCounts {
  const count = (wanted: GuardrailOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return {
    total: outcomes.length,
    ok: count('OK'),
    blocked: count('BLOCKED'),
    redacted: count('REDACTED'),
    alerted: count('ALERTED'),
  };
}

/** Converts milliseconds since 1970 to RFC 3339. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
