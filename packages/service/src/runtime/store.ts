/** Writes interactions. */
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import type { StoredInteraction } from './stored-interaction.ts';

/** The columns of `llm_interactions` that a report fills, with their types in the database. */
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

const NAMES = sql.raw(Object.keys(COLUMNS).join(', '));
const DEFINITIONS = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/** Makes the partitions of the months that some instants lie in. */
export async function ensureMonths(db: Db, instants: readonly string[]): Promise<void> {
  const months = [...new Set(instants.map((instant) => `${instant.slice(0, 7)}-01T00:00:00Z`))];
  await sql`SELECT aispm_ensure_month(month) FROM unnest(${months}::timestamptz[]) AS month`.execute(db);
}

/**
 * Stores new interactions. Rows are written in the order of their keys, so that batches that meet wait for one another instead of
 * blocking each other.
 *
 * @param spans those of the interactions that are the first of their span
 * @throws a unique violation when somebody has stored one of them in the meantime
 */
export async function store(
  db: Db,
  { tenantId, workspaceId }: Scope,
  interactions: readonly StoredInteraction[],
  spans: readonly StoredInteraction[],
): Promise<void> {
  const own = sql`${tenantId}::text, ${workspaceId}::text`;
  const spanIds = spans.map((one) => one.llm_interaction_id);
  await sql`
    WITH batch AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(interactions)}::json) AS one (${DEFINITIONS})
    ), keys AS (
      INSERT INTO llm_interaction_keys (tenant_id, workspace_id, llm_interaction_id, started_at)
      SELECT ${own}, llm_interaction_id, started_at FROM batch ORDER BY llm_interaction_id
    ), spans AS (
      INSERT INTO llm_interaction_spans (tenant_id, workspace_id, trace_id, span_id, llm_interaction_id)
      SELECT ${own}, trace_id, span_id, llm_interaction_id FROM batch
      WHERE llm_interaction_id = ANY(${spanIds}::text[])
      ORDER BY trace_id, span_id
    )
    INSERT INTO llm_interactions (tenant_id, workspace_id, ${NAMES}) SELECT ${own}, ${NAMES} FROM batch`.execute(db);
}
