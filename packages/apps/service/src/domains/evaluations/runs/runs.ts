/** Reads runs and their results as records of the contract. */
import type { EvaluationRun, EvaluationRunResult, RunSummary } from '@aispm/types';
import { type Selectable, sql } from 'kysely';
import type { EvaluationRuns } from '../../../generated/tables.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../../platform/database/rows.ts';
import { anyOf, since } from '../../../platform/lists/filters.ts';
import { type List, sortKey } from '../../../platform/lists/list.ts';
import { completeSummary } from '../core/summary.ts';

/** The columns of a run that its record shows. */
export const RUN_COLUMNS = [
  'id',
  'agent_evaluation_id',
  'evaluation_id',
  'agent_id',
  'status',
  'progress',
  'trigger',
  'cancel_requested_at',
  'summary',
  'score',
  'error_kind',
  'error_message',
  'attempt',
  'created_at',
  'started_at',
  'finished_at',
  'updated_at',
] as const;

type RunRow = Pick<Selectable<EvaluationRuns>, (typeof RUN_COLUMNS)[number]>;

/** Selects the runs of a workspace. */
export function selectRuns(db: Db, workspace: Workspace) {
  return db.selectFrom('evaluation_runs').select(RUN_COLUMNS).where(inWorkspace('evaluation_runs', workspace));
}

/** Converts a row to the record of the contract. */
export function toRun(row: RunRow): EvaluationRun {
  return {
    ...row,
    cancel_requested: row.cancel_requested_at !== null,
    summary: completeSummary(row.summary as RunSummary),
  } as EvaluationRun;
}

export const runList: List<'listEvaluationRuns', RunRow, EvaluationRun> = {
  operation: 'listEvaluationRuns',
  rows: selectRuns,
  filters: {
    id: anyOf('id'),
    agent_evaluation_id: anyOf('agent_evaluation_id'),
    agent_id: anyOf('agent_id'),
    evaluation_id: anyOf('evaluation_id'),
    status: anyOf('status'),
    trigger: anyOf('trigger'),
    created_since: since('created_at'),
    updated_since: since('updated_at'),
  },
  sorts: { sorted: sortKey('created_at', 'timestamptz') },
  id: sql.ref('id'),
  toItem: toRun,
};

export const resultList: List<'listEvaluationRunResults', EvaluationRunResult, EvaluationRunResult> = {
  operation: 'listEvaluationRunResults',
  rows: (db, scope, { run_id }) =>
    db
      .selectFrom('evaluation_run_results')
      .select([
        'id',
        'run_id',
        'prompt_index',
        'status',
        'score',
        'explanation',
        'category',
        'conversation',
        'latency_ms',
        'created_at',
      ])
      .where(inWorkspace('evaluation_run_results', scope))
      .where('run_id', '=', run_id)
      .$castTo<EvaluationRunResult>(),
  filters: { status: anyOf('status'), category: anyOf('category') },
  sorts: { sorted: sortKey('prompt_index', 'bigint') },
  id: sql.ref('id'),
  toItem: (row) => row,
};
