/** What the workspace knows already of that which a batch of reports speaks of. */
import type { NewLlmInteraction } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { instantOf } from './instant.ts';
import { isStorable, type Known } from './judge.ts';

/** What is known before a batch is stored. */
export interface Knowledge extends Known {
  /** Identifiers of interactions. */
  interactionIds: Set<string>;
  /** The first interaction of each span, by {@link spanKey}. */
  spans: Map<string, string>;
  /** The tools that an agent is related to, by {@link toolKey}. */
  tools: ReadonlyMap<string, readonly string[]>;
  /** Instants in the months of the reports that have no partition yet. */
  missingMonths: string[];
}

/** Names a span; undefined for a report without one. */
export function spanKey({ trace_id, span_id }: Pick<NewLlmInteraction, 'trace_id' | 'span_id'>): string | undefined {
  return trace_id == null || span_id == null ? undefined : `${trace_id}/${span_id}`;
}

/** Names the tools of an agent that have a name. */
export function toolKey(agentId: string, toolName: string): string {
  return `${agentId}/${toolName}`;
}

interface Row {
  interactions: string[];
  spans: [trace: string, span: string, interaction: string][];
  objects: [id: string, type: string][];
  tools: [agent: string, name: string, id: string][];
  months: string[];
}

/** Looks everything up in one query. */
export async function lookUp(db: Db, scope: Scope, reports: readonly NewLlmInteraction[]): Promise<Knowledge> {
  const own = sql`tenant_id = ${scope.tenantId} AND workspace_id = ${scope.workspaceId}`;
  const calls = reports.flatMap(({ agent_id, tool_calls = [] }) => tool_calls.map((call) => ({ agent_id, ...call })));
  const unnamed = calls.filter((call) => call.tool_id === null && call.agent_id != null);
  const traced = reports.filter((one) => spanKey(one) !== undefined);
  const starts = reports.map(({ started_at }) => instantOf(started_at).ms).filter(isStorable);
  const months = distinct(starts.map((ms) => `${new Date(ms).toISOString().slice(0, 7)}-01T00:00:00Z`));
  const objectIds = [...reports.map(({ agent_id }) => agent_id), ...calls.map(({ tool_id }) => tool_id)];
  const { rows } = await sql<Row>`
    SELECT
      (SELECT coalesce(json_agg(llm_interaction_id), '[]') FROM llm_interaction_keys
        WHERE ${own} AND llm_interaction_id = ANY(${distinct(reports.map((one) => one.llm_interaction_id))}::text[])
      ) AS interactions,
      (SELECT coalesce(json_agg(json_build_array(trace_id, span_id, llm_interaction_id)), '[]') FROM llm_interaction_spans
        WHERE ${own} AND (trace_id, span_id) IN (SELECT * FROM unnest(
          ${traced.map(({ trace_id }) => trace_id)}::text[], ${traced.map(({ span_id }) => span_id)}::text[]))
      ) AS spans,
      (SELECT coalesce(json_agg(json_build_array(aispm_object_id, object_type)), '[]') FROM objects
        WHERE ${own} AND aispm_object_id = ANY(${distinct(objectIds)}::text[])
      ) AS objects,
      (SELECT coalesce(json_agg(json_build_array(source_id, technical_name, aispm_object_id)), '[]')
        FROM edges JOIN objects ON objects.tenant_id = edges.tenant_id AND objects.workspace_id = edges.workspace_id
          AND aispm_object_id = target_id
        WHERE edges.tenant_id = ${scope.tenantId} AND edges.workspace_id = ${scope.workspaceId}
          AND source_id = ANY(${distinct(unnamed.map(({ agent_id }) => agent_id))}::text[]) AND edge = 'tools'
          AND technical_name = ANY(${distinct(unnamed.map(({ tool_name }) => tool_name))}::text[])
      ) AS tools,
      ARRAY(SELECT month FROM unnest(${months}::text[]) AS month WHERE NOT aispm_has_month(month::timestamptz)) AS months
  `.execute(db);
  const { interactions, spans, objects, tools, months: missingMonths } = rows[0] as Row;
  const ofType = (type: string) => new Set(objects.filter(([, one]) => one === type).map(([id]) => id));
  const toolsByName = Map.groupBy(tools, ([agent, name]) => toolKey(agent, name));
  return {
    interactionIds: new Set(interactions),
    spans: new Map(spans.map(([trace, span, id]) => [`${trace}/${span}`, id])),
    agentIds: ofType('agent'),
    toolIds: ofType('tool'),
    tools: new Map([...toolsByName].map(([key, found]) => [key, found.map(([, , id]) => id)])),
    missingMonths,
  };
}

function distinct(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((one) => one != null))];
}
