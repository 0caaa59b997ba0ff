/** Counts the captured interactions of an agent for metrics. */
import type { InteractionCounts, MetricSettings } from '@aispm/evaluations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../../platform/database/rows.ts';

/** Counts the interactions that started in the last days. */
export async function countInteractions(
  db: Db,
  workspace: Workspace,
  agentId: string,
  { days, maxLatencyMs, maxTokens }: MetricSettings,
): Promise<InteractionCounts> {
  return db
    .selectFrom('llm_interactions')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('guardrail_outcome', '=', 'BLOCKED').as('blocked'),
      fn.countAll<number>().filterWhere('guardrail_outcome', '=', 'REDACTED').as('redacted'),
      fn.countAll<number>().filterWhere('guardrail_outcome', '=', 'ALERTED').as('alerted'),
      fn.countAll<number>().filterWhere('error_type', 'is not', null).as('failed'),
      fn.count<number>('duration_ms').as('timed'),
      fn.countAll<number>().filterWhere('duration_ms', '<=', maxLatencyMs).as('withinLatency'),
      fn.count<number>('total_tokens').as('metered'),
      fn.countAll<number>().filterWhere('total_tokens', '<=', maxTokens).as('withinTokens'),
    ])
    .where(inWorkspace('llm_interactions', workspace))
    .where('agent_id', '=', agentId)
    .where('started_at', '>', sql<string>`now() - make_interval(days => ${days}::integer)`)
    .executeTakeFirstOrThrow();
}
