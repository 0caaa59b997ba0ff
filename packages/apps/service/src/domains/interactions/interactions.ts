/** Reads captured interactions, one or as a list. */
import type { LlmInteraction, LlmInteractionListItem, LlmToolCall } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { anyOf, type FilterValues, overlaps, since, until } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { anyValue, rowsWhile, rowsWithAny, termFilters } from '../../platform/lists/search.ts';

/** The columns of both the list and the single record. */
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

/** The interactions of a workspace, newest first, without content. */
export const interactionList: List<'listLlmInteractions', LlmInteractionListItem, LlmInteractionListItem> = {
  operation: 'listLlmInteractions',
  rows: (db, scope) =>
    db
      .selectFrom('llm_interactions')
      .select([...COLUMNS, 'created_at as updated_at'])
      .where(inWorkspace('llm_interactions', scope))
      .$castTo<LlmInteractionListItem>(),
  filters: {
    id: anyOf('llm_interaction_id'),
    start_time: since('started_at'),
    end_time: until('started_at'),
    agent_id: anyOf('agent_id'),
    session_id: anyOf('session_id'),
    trace_id: anyOf('trace_id'),
    request_model: anyOf('request_model'),
    tool_name: overlaps('tool_names'),
    guardrail_outcome: anyOf('guardrail_outcome'),
    guardrail_category: overlaps('detected_categories'),
    updated_since: since('created_at'),
  },
  search: {
    table: 'llm_interactions',
    find(scope, filters, max) {
      const { id, start_time, end_time, agent_id, session_id, trace_id, updated_since, ...rest } = filters;
      const window = sql`started_at >= ${start_time ?? '-infinity'}::timestamptz AND started_at <= ${end_time ?? 'infinity'}::timestamptz`;
      const index = { table: 'llm_interactions', scope, within: window, max };
      const order = 'started_at DESC, llm_interaction_id DESC';
      return [
        ...(id === undefined ? [] : [interactionsWithIds(scope, id)]),
        ...(session_id === undefined ? [] : [rowsWithAny(index, 'session_id', anyValue(session_id), order)]),
        ...(trace_id === undefined ? [] : [rowsWithAny(index, 'trace_id', anyValue(trace_id), order)]),
        ...(Object.values(rest).some((value) => value !== undefined) ? [interactionsWithTerms(filters, max)] : []),
        ...(agent_id === undefined ? [] : [rowsWithAny(index, 'agent_id', anyValue(agent_id), order)]),
        ...(updated_since === undefined
          ? []
          : [
              rowsWhile(
                { ...index, within: sql`true` },
                sql`created_at >= ${updated_since}::timestamptz`,
                'created_at DESC, llm_interaction_id DESC',
              ),
            ]),
      ];
    },
  },
  sorts: { sorted: sortKey('started_at', 'timestamptz') },
  id: sql.ref<string>('llm_interaction_id'),
  direction: 'DESC',
  idDirection: 'DESC',
  toItem: (row) => ({ ...row, tool_calls: row.tool_calls.map(withoutArguments) }),
};

/** The start times of the interactions select their partitions. */
function interactionsWithIds(scope: Workspace, ids: readonly string[]): RawBuilder<unknown> {
  return sql`SELECT llm_interactions.* FROM llm_interaction_keys AS known
    JOIN llm_interactions ON ${inWorkspace('llm_interactions', scope)} AND llm_interactions.started_at = known.started_at
      AND llm_interactions.llm_interaction_id = known.llm_interaction_id
    WHERE ${inWorkspace('known', scope)} AND known.llm_interaction_id = ANY(${ids}::text[])`;
}

/** The filters that `aispm_interaction_terms` supports, with their values as arrays. */
const TERMS = {
  request_model: anyValue,
  tool_name: anyValue,
  guardrail_outcome: anyValue,
  guardrail_category: anyValue,
} as const;

function interactionsWithTerms(
  filters: FilterValues<'listLlmInteractions'>,
  max: RawBuilder<number>,
): RawBuilder<unknown> {
  const wanted = Object.entries(TERMS).flatMap(([name, toArray]) => {
    const value = filters[name as keyof typeof TERMS];
    return value === undefined ? [] : [[name, toArray(value)] as const];
  });
  return sql`SELECT * FROM aispm_find_interactions(${termFilters(Object.fromEntries(wanted))},
    ${filters.start_time ?? null}::timestamptz, ${filters.end_time ?? null}::timestamptz, ${max})`;
}

/**
 * Returns one interaction; undefined if the workspace doesn't have it.
 *
 * @param includeContent whether to read messages and arguments, which are null otherwise
 */
export async function findInteraction(
  db: Db,
  scope: Scope,
  id: string,
  includeContent: boolean,
): Promise<LlmInteraction | undefined> {
  const row = await db
    .selectFrom('llm_interaction_keys as known')
    // The start time selects the partition.
    .innerJoin('llm_interactions as interaction', (join) =>
      join
        .on(inSameWorkspace('interaction', 'known'))
        .onRef('interaction.llm_interaction_id', '=', 'known.llm_interaction_id')
        .onRef('interaction.started_at', '=', 'known.started_at'),
    )
    .select(COLUMNS.map((column) => `interaction.${column}` as const))
    .select('interaction.created_at as updated_at')
    .$if(includeContent, (query) => query.select(['interaction.input_messages', 'interaction.output_messages']))
    .where(inWorkspace('known', scope))
    .where('known.llm_interaction_id', '=', id)
    .$castTo<LlmInteraction>()
    .executeTakeFirst();
  if (!row || includeContent) return row;
  return { ...row, tool_calls: row.tool_calls.map(withoutArguments), input_messages: null, output_messages: null };
}

/** Removes the arguments, which are content. */
function withoutArguments(call: LlmToolCall): LlmToolCall {
  return { ...call, arguments: null };
}
