/** The state transitions of runs. Each one compares the previous state, and none changes a run that has ended. */
import type { EvaluationRun, EvaluationRunResult, RunTrigger } from '@aispm/types';
import { type SqlBool, sql, type UpdateObject } from 'kysely';
import type { DB } from '../../../generated/tables.ts';
import { newId } from '../../../platform/core/identifiers.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { json } from '../../../platform/database/json.ts';
import { inSameWorkspace, inWorkspace } from '../../../platform/database/rows.ts';
import { type Job, type JobReference, LeaseLost, StopRequested } from '../../../platform/jobs/job.ts';
import { isHeldBy, isRow, type Lease, type LeasedTable } from '../../../platform/jobs/leases.ts';
import type { Summary } from '../core/summary.ts';
import { RUN_COLUMNS } from './runs.ts';

/** The table of runs, for workers. */
export const RUNS: LeasedTable = {
  name: 'evaluation_runs',
  id: 'id',
  status: 'status',
  isStoppable: true,
  order: 'created_at',
};

/** Maximum progress of a run that isn't completed. */
const MAX_UNFINISHED_PROGRESS = 0.99;

/** Maximum length of an error message, in characters. */
const MAX_MESSAGE_LENGTH = 2_000;

/** The result of one prompt or interaction. */
export type RunResult = Pick<
  EvaluationRunResult,
  'prompt_index' | 'status' | 'score' | 'explanation' | 'category' | 'conversation' | 'latency_ms'
>;

/**
 * Queues a run with the current settings of an attached evaluation.
 *
 * @param attached the attached evaluation
 * @param createdAt default: now
 * @returns undefined if the attached evaluation doesn't exist, or one of its runs hasn't ended
 */
export function startRun(db: Db, attached: JobReference, trigger: RunTrigger, createdAt?: Date) {
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
          join.on(inSameWorkspace('evaluation', 'attached')).onRef('evaluation.id', '=', 'attached.evaluation_id'),
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
        .where(inWorkspace('attached', attached))
        .where('attached.id', '=', attached.id),
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

/**
 * Requests a run to stop. Repeated requests keep the time of the first one.
 *
 * @returns undefined if the run doesn't exist or has ended
 */
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
 * Records a result and the progress of the run. An already recorded result stays unchanged.
 *
 * @param progress completed part of the run, 0..1
 * @throws {LeaseLost} if the worker no longer holds the lease
 * @throws {StopRequested} if a stop was requested; the result is recorded anyway
 */
export async function recordResult(db: Db, job: Job, result: RunResult, progress: number): Promise<void> {
  const { conversation } = result;
  const { rows } = await sql<{ stop: boolean }>`
    WITH held AS (
      UPDATE evaluation_runs SET progress = greatest(progress, least(${progress}::float8, ${sql.lit(MAX_UNFINISHED_PROGRESS)}))
      WHERE ${isRow(RUNS, job)} AND ${isHeldBy(job.lease)}
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
  if (!rows[0]) throw new LeaseLost('The worker no longer holds the lease of the run.');
  if (rows[0].stop) throw new StopRequested('A stop of the run was requested.');
}

/** Ends a run as completed. */
export function completeRun(db: Db, job: Job, summary: Summary): Promise<boolean> {
  return endRun(db, job, job.lease, {
    status: 'completed',
    progress: 1,
    summary: json(summary),
    score: summary.score,
  });
}

/** Ends a run as failed. */
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
    error_message: message.slice(0, MAX_MESSAGE_LENGTH),
  });
}

/** Ends a run as cancelled if a stop was requested. */
export function cancelRun(db: Db, run: JobReference, lease: Lease): Promise<boolean> {
  return endRun(db, run, lease, { status: 'cancelled' }, sql<SqlBool>`cancel_requested_at IS NOT NULL`);
}

type RunOutcome = Omit<UpdateObject<DB, 'evaluation_runs'>, 'finished_at' | 'lease_owner' | 'lease_expires_at'>;

/**
 * Ends a run.
 *
 * @returns false if it had already ended, or the lease is lost
 */
async function endRun(
  db: Db,
  run: JobReference,
  lease: Lease,
  outcome: RunOutcome,
  condition = sql<SqlBool>`true`,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evaluation_runs')
    .set({ ...outcome, finished_at: sql`now()`, lease_owner: null, lease_expires_at: null })
    .where(isRow(RUNS, run))
    .where(isHeldBy(lease))
    .where(condition)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
