/** Evaluations that are attached to agents, with the state of their newest run and their newest score. */
import type { AgentEvaluationRecord, RunStatus, RunSummary } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { anyOf, contains } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';

/** How many scores a trend has. */
const TREND = 5;

/** What is read of an attached evaluation. */
interface AgentEvaluationRow {
  id: string;
  agent_id: string;
  evaluation_id: string;
  evaluation_name: string;
  name: string;
  config: unknown;
  schedule: string | null;
  weight: number;
  version: number;
  created_at: string;
  updated_at: string;
  latest_run_id: string | null;
  latest_run_status: RunStatus | null;
  latest_run_progress: number | null;
  latest_run_started_at: string | null;
  latest_run_finished_at: string | null;
  latest_run_cancel_requested_at: string | null;
  latest_run_summary: RunSummary;
  latest_scored_run_id: string | null;
  latest_scored_run_finished_at: string | null;
  latest_scored_run_summary: RunSummary;
  score_trend: number[];
}

/** The attached evaluations of a workspace. */
export function agentEvaluations(db: Db, { tenantId, workspaceId }: Scope) {
  return db
    .selectFrom('agent_evaluations as attached')
    .innerJoin('evaluations as evaluation', (join) =>
      join
        .onRef('evaluation.tenant_id', '=', 'attached.tenant_id')
        .onRef('evaluation.workspace_id', '=', 'attached.workspace_id')
        .onRef('evaluation.id', '=', 'attached.evaluation_id'),
    )
    .leftJoin('evaluation_runs as latest', (join) =>
      join
        .onRef('latest.tenant_id', '=', 'attached.tenant_id')
        .onRef('latest.workspace_id', '=', 'attached.workspace_id')
        .onRef('latest.id', '=', 'attached.latest_run_id'),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('evaluation_runs as run')
          .select(['run.id', 'run.finished_at', 'run.summary'])
          .whereRef('run.tenant_id', '=', 'attached.tenant_id')
          .whereRef('run.workspace_id', '=', 'attached.workspace_id')
          .whereRef('run.agent_evaluation_id', '=', 'attached.id')
          .where('run.score', 'is not', null)
          .orderBy('run.created_at', 'desc')
          .orderBy('run.id', 'desc')
          .limit(1)
          .as('scored'),
      (join) => join.onTrue(),
    )
    .select([
      'attached.id',
      'attached.agent_id',
      'attached.evaluation_id',
      'evaluation.name as evaluation_name',
      'attached.name',
      'attached.config',
      'attached.schedule',
      'attached.weight',
      'attached.version',
      'attached.created_at',
      'attached.updated_at',
      'latest.id as latest_run_id',
      'latest.status as latest_run_status',
      'latest.progress as latest_run_progress',
      'latest.started_at as latest_run_started_at',
      'latest.finished_at as latest_run_finished_at',
      'latest.cancel_requested_at as latest_run_cancel_requested_at',
      'latest.summary as latest_run_summary',
      'scored.id as latest_scored_run_id',
      'scored.finished_at as latest_scored_run_finished_at',
      'scored.summary as latest_scored_run_summary',
      sql<number[]>`ARRAY(
        SELECT score FROM (
          SELECT run.score, run.created_at, run.id FROM evaluation_runs AS run
          WHERE run.tenant_id = attached.tenant_id AND run.workspace_id = attached.workspace_id
            AND run.agent_evaluation_id = attached.id AND run.score IS NOT NULL
          ORDER BY run.created_at DESC, run.id DESC LIMIT ${sql.lit(TREND)}
        ) AS newest ORDER BY created_at, id
      )`.as('score_trend'),
    ])
    .where('attached.tenant_id', '=', tenantId)
    .where('attached.workspace_id', '=', workspaceId)
    .$castTo<AgentEvaluationRow>();
}

/** A row as the record of the contract. */
export function toAgentEvaluation({
  version: _,
  schedule,
  latest_run_cancel_requested_at,
  ...row
}: AgentEvaluationRow): AgentEvaluationRecord {
  const isUnderWay = row.latest_run_id !== null && row.latest_run_finished_at === null;
  return {
    ...row,
    config: row.config as AgentEvaluationRecord['config'],
    ...(schedule !== null && { schedule: schedule as NonNullable<AgentEvaluationRecord['schedule']> }),
    run_requested: row.latest_run_status === 'queued',
    latest_run_cancel_requested: isUnderWay && latest_run_cancel_requested_at !== null,
  };
}

/** Names the version of the settings. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

export const agentEvaluationList: List<'listAgentEvaluations', AgentEvaluationRow, AgentEvaluationRecord> = {
  operation: 'listAgentEvaluations',
  rows: agentEvaluations,
  filters: {
    name: contains('attached.name'),
    agent_id: anyOf('attached.agent_id'),
    evaluation_id: anyOf('attached.evaluation_id'),
    schedule: anyOf('attached.schedule'),
    latest_run_status: anyOf('attached.latest_run_status'),
  },
  sorts: { sorted: sortKey('attached.name_order', 'text') },
  id: sql.ref('attached.id'),
  toItem: toAgentEvaluation,
};
