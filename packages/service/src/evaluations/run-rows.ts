/** Runs and their results as the contract shows them. */
import type { EvaluationRun, EvaluationRunResult } from '@aispm/types';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import type { EvaluationRuns } from '../generated/tables.ts';
import { anyOf, equal } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';

/** The columns of a run that are shown. */
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
] as const;

type RunRow = Pick<Selectable<EvaluationRuns>, (typeof RUN_COLUMNS)[number]>;

/** The runs of a workspace. */
export function runs(db: Db, { tenantId, workspaceId }: Scope) {
  return db
    .selectFrom('evaluation_runs')
    .select(RUN_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId);
}

/** A row as the record of the contract. */
export function toRun(row: RunRow): EvaluationRun {
  return { ...row, cancel_requested: row.cancel_requested_at !== null } as EvaluationRun;
}

export const runList: List<'listEvaluationRuns', RunRow, EvaluationRun> = {
  operation: 'listEvaluationRuns',
  rows: runs,
  filters: {
    agent_evaluation_id: anyOf('agent_evaluation_id'),
    agent_id: anyOf('agent_id'),
    evaluation_id: anyOf('evaluation_id'),
    status: anyOf('status'),
    trigger: equal('trigger'),
  },
  sorts: { sorted: sortKey('created_at', 'timestamptz') },
  id: sql.ref('id'),
  toItem: toRun,
};

export const resultList: List<'listEvaluationRunResults', EvaluationRunResult, EvaluationRunResult> = {
  operation: 'listEvaluationRunResults',
  rows: (db, { tenantId, workspaceId }, { run_id }) =>
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
      .where('tenant_id', '=', tenantId)
      .where('workspace_id', '=', workspaceId)
      .where('run_id', '=', run_id)
      .$castTo<EvaluationRunResult>(),
  filters: { status: anyOf('status'), category: anyOf('category') },
  sorts: { sorted: sortKey('prompt_index', 'bigint') },
  id: sql.ref('id'),
  toItem: (row) => row,
};
