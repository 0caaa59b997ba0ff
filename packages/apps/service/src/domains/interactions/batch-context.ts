/** Reads the stored data that the reports of a batch relate to. */

import { isStorableTimestamp, parseTimestamp } from '@aispm/openapi';
import type { NewLlmInteraction } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { KnownObjects } from './violations.ts';

/** The stored data before a batch is stored. */
export interface BatchContext extends KnownObjects {
  /** Identifiers of the stored interactions. */
  interactionIds: Set<string>;
  /** The first interaction of each span, by {@link toSpanKey}. */
  spans: Map<string, string>;
  /** The tools that an agent uses, by {@link toToolKey}. */
  tools: ReadonlyMap<string, readonly string[]>;
  /** Timestamps in the reports' months that don't have a partition yet. */
  missingMonths: string[];
}

/** Returns the key of a span; undefined for a report without one. */
export function toSpanKey({ trace_id, span_id }: Pick<NewLlmInteraction, 'trace_id' | 'span_id'>): string | undefined {
  return trace_id == null || span_id == null ? undefined : `${trace_id}/${span_id}`;
}

/** Returns the key of the tools that an agent uses by a name. */
export function toToolKey(agentId: string, toolName: string): string {
  return `${agentId}/${toolName}`;
}

/** An empty list, as aggregates return it. */
const NONE = sql`'[]'::json`;

interface ContextRow {
  interactions: string[];
  spans: [trace: string, span: string, interaction: string][];
  objects: [id: string, type: string][];
  tools: [agent: string, name: string, id: string][];
  months: string[];
}

/**
 * Reads everything in one query, but only what a report refers to, because the planner doesn't know that an empty list matches
 * nothing.
 */
export async function readBatchContext(
  db: Db,
  scope: Scope,
  reports: readonly NewLlmInteraction[],
): Promise<BatchContext> {
  const calls = reports.flatMap(({ agent_id, tool_calls = [] }) => tool_calls.map((call) => ({ agent_id, ...call })));
  const unresolved = calls.filter((call) => call.tool_id === null && call.agent_id != null);
  const traced = reports.filter((report) => toSpanKey(report) !== undefined);
  const starts = reports.map(({ started_at }) => parseTimestamp(started_at)).filter(isStorableTimestamp);
  const months = distinct(starts.map(({ ms }) => `${new Date(ms).toISOString().slice(0, 7)}-01T00:00:00Z`));
  const interactionIds = distinct(reports.map(({ llm_interaction_id }) => llm_interaction_id));
  const objectIds = distinct([...reports.map(({ agent_id }) => agent_id), ...calls.map(({ tool_id }) => tool_id)]);
  const spans = sql`(
    SELECT coalesce(json_agg(json_build_array(trace_id, span_id, llm_interaction_id)), '[]')
    FROM llm_interaction_spans AS known
    WHERE ${inWorkspace('known', scope)} AND (trace_id, span_id) IN (SELECT * FROM unnest(
      ${traced.map(({ trace_id }) => trace_id)}::text[], ${traced.map(({ span_id }) => span_id)}::text[])))`;
  const tools = sql`(
    SELECT coalesce(json_agg(json_build_array(source_id, technical_name, aispm_object_id)), '[]')
    FROM edges JOIN objects ON ${inSameWorkspace('objects', 'edges')} AND aispm_object_id = target_id
    WHERE ${inWorkspace('edges', scope)}
      AND source_id = ANY(${distinct(unresolved.map(({ agent_id }) => agent_id))}::text[]) AND edge = 'tools'
      AND technical_name = ANY(${distinct(unresolved.map(({ tool_name }) => tool_name))}::text[]))`;
  const { rows } = await sql<ContextRow>`
    SELECT
      (SELECT coalesce(json_agg(llm_interaction_id), '[]') FROM llm_interaction_keys AS known
        WHERE ${inWorkspace('known', scope)} AND llm_interaction_id = ANY(${interactionIds}::text[])
      ) AS interactions,
      ${traced.length > 0 ? spans : NONE} AS spans,
      (SELECT coalesce(json_agg(json_build_array(aispm_object_id, object_type)), '[]') FROM objects
        WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(${objectIds}::text[])
      ) AS objects,
      ${unresolved.length > 0 ? tools : NONE} AS tools,
      ARRAY(SELECT month FROM unnest(${months}::text[]) AS month WHERE NOT aispm_has_month(month::timestamptz)) AS months
  `.execute(db);
  return toBatchContext(rows[0] as ContextRow);
}

function toBatchContext({ interactions, spans, objects, tools, months }: ContextRow): BatchContext {
  const selectType = (wanted: string) => new Set(objects.filter(([, type]) => type === wanted).map(([id]) => id));
  const toolsByName = Map.groupBy(tools, ([agent, name]) => toToolKey(agent, name));
  return {
    interactionIds: new Set(interactions),
    spans: new Map(spans.map(([trace, span, id]) => [`${trace}/${span}`, id])),
    agentIds: selectType('agent'),
    toolIds: selectType('tool'),
    tools: new Map([...toolsByName].map(([key, matches]) => [key, matches.map(([, , id]) => id)])),
    missingMonths: months,
  };
}

function distinct(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value != null))];
}
