/** What metrics count: the captured interactions of an agent. */
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { JobReference } from '../jobs/job.ts';
import type { InteractionCounts, MetricSettings } from './evaluation.ts';

/** Counts the interactions that began in the last days. */
export async function countInteractions(
  db: Db,
  { tenantId, workspaceId }: Pick<JobReference, 'tenantId' | 'workspaceId'>,
  agentId: string,
  { days, maxLatencyMs, maxTokens }: MetricSettings,
): Promise<InteractionCounts> {
  const { rows } = await sql<InteractionCounts>`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE guardrail_outcome = 'BLOCKED') AS blocked,
      count(*) FILTER (WHERE guardrail_outcome = 'REDACTED') AS redacted,
      count(*) FILTER (WHERE guardrail_outcome = 'ALERTED') AS alerted,
      count(*) FILTER (WHERE error_type IS NOT NULL) AS failed,
      count(duration_ms) AS timed,
      count(*) FILTER (WHERE duration_ms <= ${maxLatencyMs}::bigint) AS "withinLatency",
      count(total_tokens) AS metered,
      count(*) FILTER (WHERE total_tokens <= ${maxTokens}::bigint) AS "withinTokens"
    FROM llm_interactions
    WHERE tenant_id = ${tenantId} AND workspace_id = ${workspaceId} AND agent_id = ${agentId}
      AND started_at > now() - make_interval(days => ${days}::integer)`.execute(db);
  return rows[0] as InteractionCounts;
}
