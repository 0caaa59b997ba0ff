/** Takes in batches of reported interactions. */
import type { LlmInteractionIngestionResult, LlmToolCall, NewLlmInteraction } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { newId } from '../identifiers.ts';
import { faultsOf, rejection } from './judge.ts';
import { type Knowledge, lookUp, spanKey, toolKey } from './lookup.ts';
import { makeMonths, store } from './store.ts';
import { type StoredInteraction, toStored } from './stored-interaction.ts';

/** What became of a batch. */
export interface Ingestion {
  /** One for each report, in their order. */
  results: LlmInteractionIngestionResult[];
  /** Everything that is wrong with the reports, by place. */
  faults: Record<string, string>;
}

/** How often a batch that meets others with the same interactions is tried. Each time one of the others is done. */
const ATTEMPTS = 10;

/** Somebody else stored one of the interactions first, or waits for this batch while this one waits for them. */
const COLLISIONS = new Set(['23505', '40P01']);

/**
 * Stores what is new of a batch, with its counts. Has to run in a transaction.
 *
 * @param db in a transaction
 */
export async function ingest(db: Db, scope: Scope, reports: readonly NewLlmInteraction[]): Promise<Ingestion> {
  for (let attempt = 1; ; attempt += 1) {
    const knowledge = await lookUp(db, scope, reports);
    const plan = planOf(reports, knowledge);
    if (plan.stored.length === 0) return plan;
    await sql`SAVEPOINT ingestion`.execute(db);
    try {
      await makeMonths(db, knowledge.missingMonths);
      await store(db, scope, plan.stored, plan.spans);
      return plan;
    } catch (error) {
      if (attempt === ATTEMPTS || !COLLISIONS.has(String((error as { code?: unknown }).code))) throw error;
      await sql`ROLLBACK TO SAVEPOINT ingestion`.execute(db);
    }
  }
}

interface Plan extends Ingestion {
  stored: StoredInteraction[];
  /** Those of them that are the first of their span. */
  spans: StoredInteraction[];
}

/** Goes through the reports one after the other, so that each is judged by those before it as well. */
function planOf(reports: readonly NewLlmInteraction[], knowledge: Knowledge): Plan {
  const plan: Plan = { results: [], faults: {}, stored: [], spans: [] };
  reports.forEach((report, index) => {
    const faults = faultsOf(report, `body/interactions/${index}`, knowledge);
    const known = duplicateOf(report, knowledge);
    if (known !== undefined) {
      plan.results.push({ index, status: 'duplicate', llm_interaction_id: known });
    } else if (Object.keys(faults).length > 0) {
      plan.results.push({ index, status: 'rejected', llm_interaction_id: null, error: rejection(faults) });
      Object.assign(plan.faults, faults);
    } else {
      const interaction = toStored(report, report.llm_interaction_id ?? newId(), toolCallsOf(report, knowledge));
      plan.stored.push(interaction);
      plan.results.push({ index, status: 'stored', llm_interaction_id: interaction.llm_interaction_id });
      knowledge.interactionIds.add(interaction.llm_interaction_id);
      const span = spanKey(report);
      if (span !== undefined && !knowledge.spans.has(span)) {
        knowledge.spans.set(span, interaction.llm_interaction_id);
        plan.spans.push(interaction);
      }
    }
  });
  return plan;
}

/** The interaction that a report repeats. Its own identifier decides; without one, its span. */
function duplicateOf(report: NewLlmInteraction, { interactionIds, spans }: Knowledge): string | undefined {
  const { llm_interaction_id: id } = report;
  if (id !== undefined) return interactionIds.has(id) ? id : undefined;
  return spans.get(spanKey(report) ?? '');
}

/** The tool calls, with the one tool that the agent has under the name where the report names none. */
function toolCallsOf({ agent_id, tool_calls = [] }: NewLlmInteraction, { tools }: Knowledge): LlmToolCall[] {
  return tool_calls.map((call) => {
    if (call.tool_id !== null || agent_id == null) return call;
    const found = tools.get(toolKey(agent_id, call.tool_name)) ?? [];
    return { ...call, tool_id: found.length === 1 ? (found[0] as string) : null };
  });
}
