/** Stores reported interactions and derives values from them. */
import type { LlmInteraction, NewLlmInteraction } from '@aispm/types';
import { findStrongestOutcome } from '../bundled/domain.ts';
import { type JsonObject, parseTimestamp } from '../bundled/openapi.ts';
import { invalidRequestError } from '../core/errors.ts';
import { findRejection, listItemTimestamps } from '../requests/request-rules.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { RecordOf } from '../sample-data/record-types.ts';
import type { ActionContext } from './context.ts';
import { newId } from './identifiers.ts';
import { formatTime } from './jobs/runs.ts';

/** The outcome for one interaction of a batch. */
export type IngestionResult = {
  index: number;
  status: 'stored' | 'duplicate' | 'rejected';
  llm_interaction_id: string | null;
  error?: unknown;
};

/** Stores the new interactions of a batch, in order. */
export function ingest(context: ActionContext, reports: readonly NewLlmInteraction[]): IngestionResult[] {
  const { store, entries, now } = context;
  const spans = new Map(
    entries.values().map(({ id, record }) => [toSpan(record as RecordOf<'listLlmInteractions'>), id]),
  );
  spans.delete(undefined);
  const timestamps = listItemTimestamps(context.request.operation);
  return reports.map((report, index) => {
    const rejection = findRejection(report, `body/interactions/${index}`, timestamps);
    if (rejection !== undefined) {
      const { body } = invalidRequestError(rejection.details);
      const error = { ...body, code: 422, reason: rejection.reason };
      return { index, status: 'rejected', llm_interaction_id: null, error };
    }
    const { llm_interaction_id: given } = report;
    const known = given === undefined ? spans.get(toSpan(report)) : entries.get(given)?.id;
    if (known !== undefined) return { index, status: 'duplicate', llm_interaction_id: known };
    const entry = toEntry(report, given ?? newId(), now);
    store.add(entries, entry);
    const span = toSpan(report);
    if (span !== undefined && !spans.has(span)) spans.set(span, entry.id);
    return { index, status: 'stored', llm_interaction_id: entry.id };
  });
}

/** Identifies the span of a report; undefined when it has none. */
function toSpan({ trace_id, span_id }: Pick<NewLlmInteraction, 'trace_id' | 'span_id'>): string | undefined {
  return trace_id && span_id ? `${trace_id} ${span_id}` : undefined;
}

function toEntry(report: NewLlmInteraction, id: string, now: number): Entry {
  const { started_at, finished_at, input_tokens, output_tokens, guardrail_results = [] } = report;
  const hasTokens = typeof input_tokens === 'number' && typeof output_tokens === 'number';
  const finished = finished_at ? parseTimestamp(finished_at).ms : undefined;
  const record: Omit<LlmInteraction, 'operation_name' | 'provider_name'> = {
    llm_interaction_id: id,
    agent_id: null,
    session_id: null,
    trace_id: null,
    span_id: null,
    request_model: null,
    response_model: null,
    finish_reasons: [],
    input_tokens: null,
    output_tokens: null,
    cost_usd: null,
    error_type: null,
    content_redacted: false,
    tool_calls: [],
    input_messages: null,
    output_messages: null,
    ...report,
    guardrail_results,
    started_at: formatTime(parseTimestamp(started_at).ms),
    finished_at: finished === undefined ? null : formatTime(finished),
    duration_ms: finished === undefined ? null : finished - parseTimestamp(started_at).ms,
    total_tokens: hasTokens ? input_tokens + output_tokens : null,
    guardrail_outcome: findStrongestOutcome(guardrail_results),
    updated_at: formatTime(now),
  };
  return { id, row: {}, record: { ...record }, isOwn: true, times: {} };
}

/** Returns an interaction for clients, without its content unless they request it. */
export function presentInteraction(record: JsonObject, includesContent: boolean): JsonObject {
  if (includesContent) return record;
  const calls = Array.isArray(record.tool_calls) ? (record.tool_calls as JsonObject[]) : [];
  return {
    ...record,
    input_messages: null,
    output_messages: null,
    tool_calls: calls.map((call) => ({ ...call, arguments: null })),
  };
}

/** Returns whether a record is an interaction. */
export function isInteraction(record: JsonObject): boolean {
  return 'guardrail_outcome' in record && 'llm_interaction_id' in record;
}
