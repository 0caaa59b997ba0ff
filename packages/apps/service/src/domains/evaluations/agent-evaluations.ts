/** Reads the evaluations that are attached to agents, with their latest run and their latest score. */
import type { AgentEvaluationRecord, RunStatus, RunSummary } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, contains, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { completeSummary } from './core/summary.ts';

/** Maximum number of scores in a trend. */
const MAX_TREND_LENGTH = 5;

/** An attached evaluation with its latest runs. */
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

/** Selects the attached evaluations of a workspace. */
export function selectAgentEvaluations(db: Db, workspace: Workspace) {
  return joinRuns(db)
    .select([
      'attached.id',
      'attached.agent_id',
      'attached.evaluation_id',
      EVALUATION_NAME.as('evaluation_name'),
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
      SCORE_TREND.as('score_trend'),
    ])
    .where(inWorkspace('attached', workspace))
    .$castTo<AgentEvaluationRow>();
}

/** Joins attached evaluations with their latest run and their latest scored run. */
function joinRuns(db: Db) {
  return db
    .selectFrom('agent_evaluations as attached')
    .leftJoin('evaluation_runs as latest', (join) =>
      join.on(inSameWorkspace('latest', 'attached')).onRef('latest.id', '=', 'attached.latest_run_id'),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('evaluation_runs as run')
          .select(['run.id', 'run.finished_at', 'run.summary'])
          .where(inSameWorkspace('run', 'attached'))
          .whereRef('run.agent_evaluation_id', '=', 'attached.id')
          .where('run.score', 'is not', null)
          .orderBy('run.created_at', 'desc')
          .orderBy('run.id', 'desc')
          .limit(1)
          .as('scored'),
      (join) => join.onTrue(),
    );
}

/** Not in a join: for a join by a foreign key, the planner expects as many rows in a small workspace as in a large one. */
const EVALUATION_NAME = sql<string>`(
  SELECT name FROM evaluations WHERE ${inSameWorkspace('evaluations', 'attached')} AND evaluations.id = attached.evaluation_id
)`;

/** The latest scores of `attached`, oldest first. */
const SCORE_TREND = sql<number[]>`ARRAY(
  SELECT score FROM (
    SELECT run.score, run.created_at, run.id FROM evaluation_runs AS run
    WHERE ${inSameWorkspace('run', 'attached')} AND run.agent_evaluation_id = attached.id AND run.score IS NOT NULL
    ORDER BY run.created_at DESC, run.id DESC LIMIT ${sql.lit(MAX_TREND_LENGTH)}
  ) AS latest_scores ORDER BY created_at, id
)`;

/** Converts a row to the record of the contract. */
export function toAgentEvaluation({
  version: _,
  schedule,
  latest_run_cancel_requested_at,
  ...row
}: AgentEvaluationRow): AgentEvaluationRecord {
  const isActive = row.latest_run_id !== null && row.latest_run_finished_at === null;
  return {
    ...row,
    config: row.config as AgentEvaluationRecord['config'],
    ...(schedule !== null && { schedule: schedule as NonNullable<AgentEvaluationRecord['schedule']> }),
    run_requested: row.latest_run_status === 'queued',
    latest_run_summary: completeSummary(row.latest_run_summary),
    latest_scored_run_summary: completeSummary(row.latest_scored_run_summary),
    latest_run_cancel_requested: isActive && latest_run_cancel_requested_at !== null,
  };
}

/** Returns the entity tag of the settings, which changes with every update. */
export function toETag({ version }: { version: number }): string {
  return `"${version}"`;
}

export const agentEvaluationList: List<'listAgentEvaluations', AgentEvaluationRow, AgentEvaluationRecord> = {
  operation: 'listAgentEvaluations',
  rows: selectAgentEvaluations,
  async countAll(db, scope) {
    const { total } = await db
      .selectFrom('agent_evaluations')
      .select(sql<number>`count(*)`.as('total'))
      .where(inWorkspace('agent_evaluations', scope))
      .executeTakeFirstOrThrow();
    return total;
  },
  filters: {
    id: anyOf('attached.id'),
    name: contains('attached.name'),
    agent_id: anyOf('attached.agent_id'),
    evaluation_id: anyOf('attached.evaluation_id'),
    schedule: anyOf('attached.schedule'),
    latest_run_status: anyOf('attached.latest_run_status'),
    created_since: since('attached.created_at'),
    updated_since: since('attached.updated_at'),
  },
  sorts: { sorted: sortKey('attached.name_order', 'text') },
  id: sql.ref('attached.id'),
  toItem: toAgentEvaluation,
};
