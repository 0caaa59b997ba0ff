/** Counts interactions by guardrail outcome. */
import { groupBy } from './group-by.ts';
import { compareText } from './text.ts';

const HOUR_MS = 3600 * 1000;

/** The outcome of each action of a guardrail, in ascending order of strength. */
export const OUTCOMES = { allow: 'OK', alert: 'ALERTED', redact: 'REDACTED', block: 'BLOCKED' } as const;

const ACTIONS = Object.keys(OUTCOMES);

/** Maximum duration of one interaction, in milliseconds: 31 days, the maximum of `duration_ms` in the contract. */
export const MAX_DURATION_MS = 31 * 24 * HOUR_MS;

/** The record of an interaction, as far as counts need it. */
export interface InteractionRecord {
  agent_id: string | null;
  /** In RFC 3339. */
  started_at: string;
  guardrail_outcome: string;
  guardrail_results: readonly { action: string; category: string }[];
}

/** Interactions by outcome. */
export interface OutcomeCounts {
  total: number;
  ok: number;
  blocked: number;
  redacted: number;
  alerted: number;
}

/** A time window in milliseconds since 1970; both ends are inclusive. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** Returns the outcome of the strongest action of guardrails; `OK` when there's none. */
export function findStrongestOutcome(results: readonly { action: string }[]): (typeof OUTCOMES)[keyof typeof OUTCOMES] {
  const strongest = Math.max(0, ...results.map(({ action }) => ACTIONS.indexOf(action)));
  return Object.values(OUTCOMES)[strongest] ?? OUTCOMES.allow;
}

/** Selects the interactions that started in a window. */
export function selectWindow<Interaction extends InteractionRecord>(
  interactions: readonly Interaction[],
  { from, to }: TimeWindow,
): Interaction[] {
  return interactions.filter(({ started_at }) => {
    const at = Date.parse(started_at);
    return at >= from && at <= to;
  });
}

/** Counts outcomes. */
export function countOutcomes(outcomes: readonly string[]): OutcomeCounts {
  const count = (outcome: string) => outcomes.filter((other) => other === outcome).length;
  return {
    total: outcomes.length,
    ok: count(OUTCOMES.allow),
    blocked: count(OUTCOMES.block),
    redacted: count(OUTCOMES.redact),
    alerted: count(OUTCOMES.alert),
  };
}

/** Counts the interactions of a window in total, and in each of its hours. */
export function countHours(interactions: readonly InteractionRecord[], window: TimeWindow) {
  const selected = selectWindow(interactions, window);
  const toHour = (timestamp: number) => Math.floor(timestamp / HOUR_MS) * HOUR_MS;
  const byHour = groupBy(selected, ({ started_at }) => toHour(Date.parse(started_at)));
  const results: Record<string, OutcomeCounts> = {};
  for (let hour = toHour(window.from); hour <= window.to; hour += HOUR_MS) {
    const key = `${new Date(hour).toISOString().slice(0, 19)}Z`;
    results[key] = countOutcomes((byHour.get(hour) ?? []).map(({ guardrail_outcome }) => guardrail_outcome));
  }
  return { ...countOutcomes(selected.map(({ guardrail_outcome }) => guardrail_outcome)), results };
}

/** Counts the interactions of a window by category: the total, and the categories with the most interactions. */
export function countCategories(interactions: readonly InteractionRecord[], window: TimeWindow, limit: number) {
  const selected = selectWindow(interactions, window);
  const outcomes = new Map<string, string[]>();
  for (const { guardrail_results } of selected) {
    for (const [category, results] of groupBy(guardrail_results, (result) => result.category)) {
      outcomes.set(category, [...(outcomes.get(category) ?? []), findStrongestOutcome(results)]);
    }
  }
  const categories = [...outcomes]
    .map(([category, own]) => ({ category, ...countOutcomes(own) }))
    .sort((a, b) => b.total - a.total || compareText(a.category, b.category));
  return {
    ...countOutcomes(selected.map(({ guardrail_outcome }) => guardrail_outcome)),
    category_count: categories.length,
    categories: categories.slice(0, limit),
  };
}

/**
 * Counts the interactions of a window by agent: the total, the agents with the most interactions, and last those without an agent.
 *
 * @param findName returns the name of an agent; null when it's unknown
 */
export function countAgents(
  interactions: readonly InteractionRecord[],
  window: TimeWindow,
  limit: number,
  findName: (agentId: string) => string | null,
) {
  const selected = selectWindow(interactions, window);
  const counted = [...groupBy(selected, ({ agent_id }) => agent_id)].map(([agent_id, own]) => ({
    agent_id,
    aispm_friendly_name: agent_id === null ? null : findName(agent_id),
    ...countOutcomes(own.map(({ guardrail_outcome }) => guardrail_outcome)),
  }));
  const agents = counted
    .filter(({ agent_id }) => agent_id !== null)
    .sort(
      (a, b) =>
        b.total - a.total ||
        Number(a.aispm_friendly_name === null) - Number(b.aispm_friendly_name === null) ||
        compareText(a.aispm_friendly_name?.toLowerCase() ?? '', b.aispm_friendly_name?.toLowerCase() ?? '') ||
        compareText(a.agent_id ?? '', b.agent_id ?? ''),
    );
  return {
    ...countOutcomes(selected.map(({ guardrail_outcome }) => guardrail_outcome)),
    agent_count: agents.length,
    agents: [...agents.slice(0, limit), ...counted.filter(({ agent_id }) => agent_id === null)],
  };
}
