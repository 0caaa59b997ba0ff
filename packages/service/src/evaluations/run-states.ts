/**
 * How a run moves. Every change compares the state before; a run that has ended is never touched again.
 */
import type { EvaluationRun, EvaluationRunResult, RunSummary, RunTrigger } from '@aispm/types';
import { type SqlBool, sql, type UpdateObject } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import type { DB } from '../generated/tables.ts';
import { newId } from '../identifiers.ts';
import { type Job, type JobReference, LeaseLost, StopRequested } from '../jobs/job.ts';
import { holds, isRow, type Lease, type LeasedTable } from '../jobs/leases.ts';
import { RUN_COLUMNS } from './run-rows.ts';

/** The runs as rows that workers take. */
export const RUNS: LeasedTable = { name: 'evaluation_runs', id: 'id', status: 'status', isStoppable: true };

/** The progress of a run that is not completed stays below 1. */
const MOST_PROGRESS = 0.99;

/** Longest message about a failure, in characters. */
const MAX_MESSAGE = 2_000;

/** What came of one prompt or interaction. */
export type RunResult = Pick<
  EvaluationRunResult,
  'prompt_index' | 'status' | 'score' | 'explanation' | 'category' | 'conversation' | 'latency_ms'
>;

/**
 * Makes a queued run with the settings of this moment.
 *
 * @param attached which attached evaluation
 * @returns undefined when there is no such evaluation, or one of its runs has not ended
 */
export function startRun(db: Db, { tenantId, workspaceId, id }: JobReference, trigger: RunTrigger, createdAt?: Date) {
  const created = createdAt ? sql<string>`${createdAt.toISOString()}::timestamptz` : sql<string>`now()`;
  return db
    .insertInto('evaluation_runs')
    .columns([
      'tenant_id',
      'workspace_id',
      'id',
      'agent_evaluation_id',
      'evaluation_id',
      'agent_id',
      'config',
      'status',
      'trigger',
      'created_at',
    ])
    .expression(
      db
        .selectFrom('agent_evaluations as attached')
        .innerJoin('evaluations as evaluation', (join) =>
          join
            .onRef('evaluation.tenant_id', '=', 'attached.tenant_id')
            .onRef('evaluation.workspace_id', '=', 'attached.workspace_id')
            .onRef('evaluation.id', '=', 'attached.evaluation_id'),
        )
        .select([
          'attached.tenant_id',
          'attached.workspace_id',
          sql<string>`${newId()}::text`.as('id'),
          'attached.id as agent_evaluation_id',
          'attached.evaluation_id',
          'attached.agent_id',
          sql`evaluation.config || attached.config`.as('config'),
          sql<string>`'queued'`.as('status'),
          sql<string>`${trigger}::text`.as('trigger'),
          created.as('created_at'),
        ])
        .where('attached.tenant_id', '=', tenantId)
        .where('attached.workspace_id', '=', workspaceId)
        .where('attached.id', '=', id),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'workspace_id', 'agent_evaluation_id'])
        .where('finished_at', 'is', null)
        .doNothing(),
    )
    .returning(RUN_COLUMNS)
    .executeTakeFirst();
}

/** Asks a run to stop; undefined when there is no such run or it has ended. Asked again, the first time stays. */
export function requestStop(db: Db, run: JobReference) {
  return db
    .updateTable('evaluation_runs')
    .set({ cancel_requested_at: sql`coalesce(cancel_requested_at, now())` })
    .where(isRow(RUNS, run))
    .where('finished_at', 'is', null)
    .returning(RUN_COLUMNS)
    .executeTakeFirst();
}

/**
 * Records a result and how far the run is. One that is there already stays.
 *
 * @param progress part of the work that is done, 0..1
 * @throws {LeaseLost} when the run is not the worker's any more
 * @throws {StopRequested} when somebody asked to stop; the result is recorded all the same
 */
export async function recordResult(db: Db, job: Job, result: RunResult, progress: number): Promise<void> {
  const { conversation } = result;
  const { rows } = await sql<{ stop: boolean }>`
    WITH held AS (
      UPDATE evaluation_runs SET progress = greatest(progress, least(${progress}::float8, ${sql.lit(MOST_PROGRESS)}))
      WHERE ${isRow(RUNS, job)} AND ${holds(job.lease)}
      RETURNING cancel_requested_at IS NOT NULL AS stop
    ), added AS (
      INSERT INTO evaluation_run_results (tenant_id, workspace_id, run_id, prompt_index, id, status, score, explanation,
        category, conversation, latency_ms)
      SELECT ${job.tenantId}, ${job.workspaceId}, ${job.id}, ${result.prompt_index}::integer, ${newId()}, ${result.status},
        ${result.score}::float8, ${result.explanation}, ${result.category},
        ${conversation === null ? null : JSON.stringify(conversation)}::jsonb, ${result.latency_ms}::bigint
      FROM held
      ON CONFLICT (tenant_id, workspace_id, run_id, prompt_index) DO NOTHING
    )
    SELECT stop FROM held`.execute(db);
  if (!rows[0]) throw new LeaseLost('The run was given up.');
  if (rows[0].stop) throw new StopRequested('A stop was asked for.');
}

/** Ends a run well. */
export function completeRun(db: Db, job: Job, summary: NonNullable<RunSummary>): Promise<boolean> {
  return endRun(db, job, job.lease, {
    status: 'completed',
    progress: 1,
    summary: json(summary),
    score: summary.score,
  });
}

/** Ends a run that cannot be carried out. */
export function failRun(
  db: Db,
  run: JobReference,
  lease: Lease,
  kind: NonNullable<EvaluationRun['error_kind']>,
  message: string,
): Promise<boolean> {
  return endRun(db, run, lease, {
    status: 'failed',
    error_kind: kind,
    error_message: message.slice(0, MAX_MESSAGE),
  });
}

/** Ends a run that somebody asked to stop. */
export function cancelRun(db: Db, run: JobReference, lease: Lease): Promise<boolean> {
  return endRun(db, run, lease, { status: 'cancelled' }, sql<SqlBool>`cancel_requested_at IS NOT NULL`);
}

type Outcome = Omit<UpdateObject<DB, 'evaluation_runs'>, 'finished_at' | 'lease_owner' | 'lease_expires_at'>;

/** @returns false when the run had ended, or is not in the hands of the lease any more */
async function endRun(
  db: Db,
  run: JobReference,
  lease: Lease,
  outcome: Outcome,
  condition = sql<SqlBool>`true`,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evaluation_runs')
    .set({ ...outcome, finished_at: sql`now()`, lease_owner: null, lease_expires_at: null })
    .where(isRow(RUNS, run))
    .where(holds(lease))
    .where(condition)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
