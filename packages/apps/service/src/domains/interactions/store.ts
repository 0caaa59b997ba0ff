/** Inserts interactions and their counts in one statement. */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { countChange } from './count-updates.ts';
import type { StoredInteraction } from './stored-interaction.ts';

/** The columns of `llm_interactions` that a report fills, with their SQL types. */
const COLUMNS = {
  llm_interaction_id: 'text',
  agent_id: 'text',
  session_id: 'text',
  trace_id: 'text',
  span_id: 'text',
  operation_name: 'text',
  provider_name: 'text',
  request_model: 'text',
  response_model: 'text',
  finish_reasons: 'text[]',
  input_tokens: 'integer',
  output_tokens: 'integer',
  total_tokens: 'bigint',
  cost_usd: 'double precision',
  started_at: 'timestamptz(3)',
  finished_at: 'timestamptz(3)',
  duration_ms: 'bigint',
  error_type: 'text',
  content_redacted: 'boolean',
  input_messages: 'json',
  output_messages: 'json',
  tool_calls: 'json',
  guardrail_outcome: 'text',
  guardrail_results: 'json',
  tool_names: 'text[]',
  detected_categories: 'text[]',
  categories: 'text[]',
} as const satisfies Record<keyof StoredInteraction, string>;

const COLUMN_NAMES = sql.raw(Object.keys(COLUMNS).join(', '));
const COLUMN_DEFINITIONS = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/**
 * Creates the partitions of months.
 *
 * @param months timestamps in them
 */
export async function createPartitions(db: Db, months: readonly string[]): Promise<void> {
  if (months.length === 0) return;
  await sql`SELECT aispm_ensure_month(month) FROM unnest(${months}::timestamptz[]) AS month`.execute(db);
}

/**
 * Inserts new interactions and counts them. Rows are written in the order of their keys, so concurrent batches with the same
 * interactions wait for each other instead of deadlocking.
 *
 * @param spans the interactions that are the first of their span
 * @throws a unique violation if another transaction stored one of them in the meantime
 */
export async function insertInteractions(
  db: Db,
  scope: Scope,
  interactions: readonly StoredInteraction[],
  spans: readonly StoredInteraction[],
): Promise<void> {
  const workspace = sql`${scope.tenantId}::text, ${scope.workspaceId}::text`;
  const spanIds = spans.map(({ llm_interaction_id }) => llm_interaction_id);
  await sql`
    WITH batch AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(interactions)}::json) AS interaction (${COLUMN_DEFINITIONS})
    ), counted AS (
      ${countChange(scope, interactions)}
    ), keys AS (
      INSERT INTO llm_interaction_keys (tenant_id, workspace_id, llm_interaction_id, started_at)
      SELECT ${workspace}, llm_interaction_id, started_at FROM batch ORDER BY llm_interaction_id
    ), spans AS (
      INSERT INTO llm_interaction_spans (tenant_id, workspace_id, trace_id, span_id, llm_interaction_id)
      SELECT ${workspace}, trace_id, span_id, llm_interaction_id FROM batch
      WHERE llm_interaction_id = ANY(${spanIds}::text[])
      ORDER BY trace_id, span_id
    )
    INSERT INTO llm_interactions (tenant_id, workspace_id, ${COLUMN_NAMES})
    SELECT ${workspace}, ${COLUMN_NAMES} FROM batch`.execute(db);
}
