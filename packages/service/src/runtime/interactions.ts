/** Captured interactions, one by one and as a list. */
import type { LlmInteraction, LlmInteractionListItem, LlmToolCall } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { anyOf, equal, overlaps, since, until } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';

/** What every form of the record shows, as it is stored. */
const COLUMNS = [
  'llm_interaction_id',
  'agent_id',
  'session_id',
  'trace_id',
  'span_id',
  'operation_name',
  'provider_name',
  'request_model',
  'response_model',
  'finish_reasons',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cost_usd',
  'started_at',
  'finished_at',
  'duration_ms',
  'error_type',
  'content_redacted',
  'tool_calls',
  'guardrail_outcome',
  'guardrail_results',
] as const satisfies readonly (keyof LlmInteractionListItem)[];

/** The interactions of a workspace, newest first, without what was said. */
export const interactionList: List<'listLlmInteractions', LlmInteractionListItem, LlmInteractionListItem> = {
  operation: 'listLlmInteractions',
  rows: (db, scope) =>
    db
      .selectFrom('llm_interactions')
      .select(COLUMNS)
      .where('tenant_id', '=', scope.tenantId)
      .where('workspace_id', '=', scope.workspaceId)
      .$castTo<LlmInteractionListItem>(),
  filters: {
    start_time: since('started_at'),
    end_time: until('started_at'),
    agent_id: anyOf('agent_id'),
    session_id: equal('session_id'),
    trace_id: equal('trace_id'),
    request_model: equal('request_model'),
    tool_name: (name) => overlaps('tool_names')([name]),
    guardrail_outcome: anyOf('guardrail_outcome'),
    guardrail_category: overlaps('detected_categories'),
  },
  sorts: { sorted: sortKey('started_at', 'timestamptz') },
  id: sql.ref<string>('llm_interaction_id'),
  direction: 'DESC',
  idDirection: 'DESC',
  toItem: (row) => ({ ...row, tool_calls: row.tool_calls.map(withoutArguments) }),
};

/**
 * One interaction; undefined when the workspace has none with this identifier.
 *
 * @param includeContent whether to read what was said; without it the content is null
 */
export async function findInteraction(
  db: Db,
  scope: Scope,
  id: string,
  includeContent: boolean,
): Promise<LlmInteraction | undefined> {
  const row = await db
    .selectFrom('llm_interaction_keys as known')
    // The instant says which partition to look in.
    .innerJoin('llm_interactions as one', (join) =>
      join
        .onRef('one.tenant_id', '=', 'known.tenant_id')
        .onRef('one.workspace_id', '=', 'known.workspace_id')
        .onRef('one.llm_interaction_id', '=', 'known.llm_interaction_id')
        .onRef('one.started_at', '=', 'known.started_at'),
    )
    .select(COLUMNS.map((column) => `one.${column}` as const))
    .$if(includeContent, (query) => query.select(['one.input_messages', 'one.output_messages']))
    .where('known.tenant_id', '=', scope.tenantId)
    .where('known.workspace_id', '=', scope.workspaceId)
    .where('known.llm_interaction_id', '=', id)
    .$castTo<LlmInteraction>()
    .executeTakeFirst();
  if (!row || includeContent) return row;
  return { ...row, tool_calls: row.tool_calls.map(withoutArguments), input_messages: null, output_messages: null };
}

/** Arguments count as content. */
function withoutArguments(call: LlmToolCall): LlmToolCall {
  return { ...call, arguments: null };
}
