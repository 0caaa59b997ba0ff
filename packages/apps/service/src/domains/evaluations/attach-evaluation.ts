/** Creates, changes and deletes the evaluations that are attached to agents. */
import type { EvaluationSchedule } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema } from '../../platform/contract/contract.ts';
import { newId } from '../../platform/core/identifiers.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { json } from '../../platform/database/json.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError, notFound, unprocessable } from '../../platform/http/errors/errors.ts';
import { checkVersion } from '../../platform/http/etag.ts';
import type { OperationRequest } from '../../platform/http/operation.ts';
import { selectAgentEvaluations, toETag } from './agent-evaluations.ts';
import type { AgentCredential } from './agents/credentials.ts';
import { selectEvaluations } from './catalogue/items.ts';
import { checkConfig } from './check-config.ts';
import { checkMissingFields, checkSupportedValues } from './request-rules.ts';
import { selectRuns } from './runs/runs.ts';
import { nextRunTime } from './runs/schedule.ts';

type NewAgentEvaluation = OperationRequest<'createAgentEvaluation'>['body'];
/** An evaluation, and what it is attached to. */
type Target = Required<Pick<NewAgentEvaluation, 'agent_id' | 'evaluation_id'>>;
type AgentEvaluationChange = OperationRequest<'updateAgentEvaluation'>['body'];

const DEFAULT_WEIGHT = getSchema('AgentEvaluation').properties?.weight?.default as number;

/** @throws {ApiError} 404 if the workspace doesn't have this attached evaluation */
export async function readAgentEvaluation(db: Db, scope: Scope, id: string) {
  const row = await selectAgentEvaluations(db, scope).where('attached.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * Attaches an evaluation to an agent.
 *
 * @param credentials the credentials that the workspace may use
 * @throws {ApiError} 422 if the agent or the evaluation is missing or unknown, or the settings are invalid
 */
export async function attachEvaluation(
  db: Db,
  scope: Scope,
  body: NewAgentEvaluation,
  credentials: readonly AgentCredential[],
) {
  checkMissingFields('AgentEvaluation', body);
  checkSupportedValues('AgentEvaluation', body);
  const { agent_id, evaluation_id } = body as NewAgentEvaluation & Target;
  const evaluation = await selectEvaluations(db, scope)
    .where('id', '=', evaluation_id)
    // Deleting the evaluation waits for this lock, and then finds this attached evaluation.
    .forKeyShare()
    .executeTakeFirst();
  const hasAgent = await isAgent(db, scope, agent_id);
  if (!evaluation || !hasAgent) {
    throw unprocessable('unknown_reference', {
      ...(!hasAgent && { 'body/agent_id': 'no agent has this identifier' }),
      ...(!evaluation && { 'body/evaluation_id': 'no evaluation has this identifier' }),
    });
  }
  checkConfig(evaluation, body.config, credentials);
  const id = newId();
  await db
    .insertInto('agent_evaluations')
    .values({
      tenant_id: scope.tenantId,
      workspace_id: scope.workspaceId,
      id,
      agent_id,
      evaluation_id,
      name: body.name ?? evaluation.name,
      config: json(body.config ?? {}),
      weight: body.weight ?? DEFAULT_WEIGHT,
      ...(await toScheduleColumns(db, body.schedule)),
    })
    .execute();
  return readAgentEvaluation(db, scope, id);
}

/**
 * Changes the given fields of an attached evaluation.
 *
 * @param ifMatch the required entity tag; undefined for any
 * @param credentials the credentials that the workspace may use
 * @throws {ApiError} 404, 412 if the entity tag differs, 422 if the settings are invalid
 */
export async function changeAgentEvaluation(
  db: Db,
  scope: Scope,
  id: string,
  body: AgentEvaluationChange,
  ifMatch: string | undefined,
  credentials: readonly AgentCredential[],
) {
  const { evaluation_id } = await lockAgentEvaluation(db, scope, id, ifMatch);
  checkSupportedValues('AgentEvaluationUpdate', body);
  if (body.config !== undefined) {
    const evaluation = await selectEvaluations(db, scope).where('id', '=', evaluation_id).executeTakeFirstOrThrow();
    checkConfig(evaluation, body.config, credentials);
  }
  await db
    .updateTable('agent_evaluations')
    .set({
      ...(body.name !== undefined && { name: body.name }),
      ...(body.config !== undefined && { config: json(body.config) }),
      ...(body.weight !== undefined && { weight: body.weight }),
      ...(body.schedule !== undefined && (await toScheduleColumns(db, body.schedule))),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where(inWorkspace('agent_evaluations', scope))
    .where('id', '=', id)
    .execute();
  return readAgentEvaluation(db, scope, id);
}

/**
 * Deletes an attached evaluation with its runs.
 *
 * @param ifMatch the required entity tag; undefined for any
 * @throws {ApiError} 404, 409 if a run hasn't ended, 412 if the entity tag differs
 */
export async function deleteAgentEvaluation(
  db: Db,
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  // Starting a run waits for this lock, so no run can start in the meantime.
  await lockAgentEvaluation(db, scope, id, ifMatch);
  const active = await findActiveRun(db, scope, id);
  if (active) {
    const message = `Run ${active.id} of this attached evaluation is ${active.status}. Stop it, and try again once it has ended.`;
    throw new ApiError(409, 'run_active', message);
  }
  await db
    .deleteFrom('agent_evaluations')
    .where(inWorkspace('agent_evaluations', scope))
    .where('id', '=', id)
    .execute();
}

/** Returns the unfinished run of an attached evaluation; undefined if there's none. */
export function findActiveRun(db: Db, scope: Scope, id: string) {
  return selectRuns(db, scope)
    .where('agent_evaluation_id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

/** Locks an attached evaluation and compares its entity tag with the precondition. */
async function lockAgentEvaluation(db: Db, scope: Scope, id: string, ifMatch: string | undefined) {
  const row = await db
    .selectFrom('agent_evaluations')
    .select(['evaluation_id', 'version'])
    .where(inWorkspace('agent_evaluations', scope))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  checkVersion(ifMatch, toETag(row));
  return row;
}

async function isAgent(db: Db, scope: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('aispm_object_id')
    .where(inWorkspace('objects', scope))
    .where('aispm_object_id', '=', id)
    .where('object_type', '=', 'agent')
    .where('lifecycle_status', '<>', 'deleted')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the columns that set or remove a schedule, which is first due one interval from now. */
async function toScheduleColumns(db: Db, schedule: EvaluationSchedule | null | undefined) {
  if (!schedule) return { schedule: null, scheduled_at: null, next_run_at: null };
  const now = await readClock(db);
  return { schedule, scheduled_at: now.toISOString(), next_run_at: nextRunTime(schedule, now, now).toISOString() };
}
