/** A reported interaction as it's stored. */

import { parseTimestamp } from '@aispm/openapi';
import type { LlmToolCall, NewLlmInteraction } from '@aispm/types';
import type { RedactedValue } from '../../platform/redaction/redaction.ts';
import { strongestOutcome } from './outcomes.ts';

/**
 * One row of `llm_interactions`, without tenant and workspace. Unknown values are undefined, so JSON omits them.
 */
export type StoredInteraction = ReturnType<typeof toStored>;

/** The strings of a report that may contain secrets. */
export type ReportContent = ReturnType<typeof contentOf>;

/** Returns the strings of a report that may contain secrets, including the arguments of its tool calls, in order. */
export function contentOf({ input_messages, output_messages, tool_calls = [] }: NewLlmInteraction) {
  return {
    input_messages: input_messages ?? undefined,
    output_messages: output_messages ?? undefined,
    arguments: tool_calls.map((call) => call.arguments),
  };
}

/**
 * Converts a report to its row: derives values, and uses the redacted strings.
 *
 * @param id identifier of the interaction
 * @param toolCalls its tool calls, with resolved tools
 */
export function toStored(
  report: NewLlmInteraction,
  id: string,
  toolCalls: readonly LlmToolCall[],
  content: RedactedValue<ReportContent>,
) {
  const { finished_at = null, guardrail_results = [] } = report;
  const [input_tokens, output_tokens] = [report.input_tokens ?? undefined, report.output_tokens ?? undefined];
  const started = parseTimestamp(report.started_at).ms;
  const finished = finished_at === null ? undefined : parseTimestamp(finished_at).ms;
  return {
    llm_interaction_id: id,
    agent_id: report.agent_id ?? undefined,
    session_id: report.session_id ?? undefined,
    trace_id: report.trace_id ?? undefined,
    span_id: report.span_id ?? undefined,
    operation_name: report.operation_name,
    provider_name: report.provider_name,
    request_model: report.request_model ?? undefined,
    response_model: report.response_model ?? undefined,
    finish_reasons: report.finish_reasons ?? [],
    input_tokens,
    output_tokens,
    total_tokens: input_tokens === undefined || output_tokens === undefined ? undefined : input_tokens + output_tokens,
    cost_usd: report.cost_usd ?? undefined,
    started_at: new Date(started).toISOString(),
    finished_at: finished === undefined ? undefined : new Date(finished).toISOString(),
    duration_ms: finished === undefined ? undefined : finished - started,
    error_type: report.error_type ?? undefined,
    content_redacted: report.content_redacted === true || content.isRedacted,
    input_messages: content.value.input_messages,
    output_messages: content.value.output_messages,
    tool_calls: toolCalls.map((call, index) => ({ ...call, arguments: content.value.arguments[index] ?? null })),
    guardrail_outcome: strongestOutcome(guardrail_results),
    guardrail_results,
    tool_names: [...new Set(toolCalls.map(({ tool_name }) => tool_name))],
    detected_categories: [
      ...new Set(guardrail_results.filter(({ detected }) => detected).map(({ category }) => category)),
    ],
    categories: [...new Set(guardrail_results.map(({ category }) => category))],
  };
}
