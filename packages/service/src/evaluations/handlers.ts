import { sql } from 'kysely';
import { schemaOf } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import type { Scope } from '../database/scope.ts';
import { ApiError, notFound, unprocessable } from '../http/errors.ts';
import type { Handlers } from '../http/operation.ts';
import { newId } from '../identifiers.ts';
import { numberedPage } from '../lists/numbered-page.ts';
import { agentEvaluationList, agentEvaluations, etagOf, toAgentEvaluation } from './agent-evaluation-rows.ts';
import { evaluationList, evaluations } from './catalogue-rows.ts';
import { checkConfig } from './check-config.ts';
import { evaluationRunJob } from './job.ts';
import { resultList, runList, runs, toRun } from './run-rows.ts';
import { requestStop, startRun } from './run-states.ts';
import { nextTurn } from './schedule.ts';

/** How soon callers may ask again for a run that has not ended, in seconds. */
const POLL_SECONDS = 1;
/** How long a run that somebody asked for can be stopped before the agent hears of it, in seconds. */
const RUN_DELAY_SECONDS = 1;

const DEFAULT_WEIGHT = schemaOf('AgentEvaluation').properties?.weight?.default as number;

export const evaluationHandlers = {
  listEvaluations: async (request) => ({ status: 200, body: await numberedPage(evaluationList, request) }),
  getEvaluation: async ({ path, scope, database }) => {
    const row = await database((db) => evaluations(db, scope).where('id', '=', path.id).executeTakeFirst());
    if (!row) throw notFound();
    return { status: 200, body: row };
  },

  listAgentEvaluations: async (request) => ({ status: 200, body: await numberedPage(agentEvaluationList, request) }),
  getAgentEvaluation: async ({ path, scope, database }) => {
    const row = await database((db) => attachedRow(db, scope, path.id));
    return { status: 200, headers: { etag: etagOf(row) }, body: toAgentEvaluation(row) };
  },
  createAgentEvaluation: async ({ body, scope, url, transaction }) => {
    const { agent_id, evaluation_id } = body;
    if (agent_id === undefined || evaluation_id === undefined) {
      throw unprocessable({
        ...(agent_id === undefined && { 'body/agent_id': 'is needed to know what to attach to' }),
        ...(evaluation_id === undefined && { 'body/evaluation_id': 'is needed to know what to attach' }),
      });
    }
    const row = await transaction(async (db) => {
      const evaluation = await evaluations(db, scope).where('id', '=', evaluation_id).executeTakeFirst();
      const hasAgent = await isAgent(db, scope, agent_id);
      if (!evaluation || !hasAgent) {
        throw unprocessable({
          ...(!hasAgent && { 'body/agent_id': 'no agent has this identifier' }),
          ...(!evaluation && { 'body/evaluation_id': 'no evaluation has this identifier' }),
        });
      }
      checkConfig(evaluation, body.config);
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
          config: json(body.config ?? {}) as never,
          weight: body.weight ?? DEFAULT_WEIGHT,
          ...scheduleColumns(body.schedule),
        })
        .execute();
      return attachedRow(db, scope, id);
    });
    return {
      status: 201,
      headers: { etag: etagOf(row), location: `${url}/${row.id}` },
      body: toAgentEvaluation(row),
    };
  },
  updateAgentEvaluation: async ({ path, headers, body, scope, transaction }) => {
    const row = await transaction(async (db) => {
      const before = await lockAttached(db, scope, path.id, headers['if-match']);
      if (body.config !== undefined) {
        const evaluation = await evaluations(db, scope)
          .where('id', '=', before.evaluation_id)
          .executeTakeFirstOrThrow();
        checkConfig(evaluation, body.config);
      }
      await db
        .updateTable('agent_evaluations')
        .set({
          ...(body.name !== undefined && { name: body.name }),
          ...(body.config !== undefined && { config: json(body.config) as never }),
          ...(body.weight !== undefined && { weight: body.weight }),
          ...(body.schedule !== undefined && scheduleColumns(body.schedule)),
          version: sql`version + 1`,
          updated_at: sql`now()`,
        })
        .where('tenant_id', '=', scope.tenantId)
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', path.id)
        .execute();
      return attachedRow(db, scope, path.id);
    });
    return { status: 200, headers: { etag: etagOf(row) }, body: toAgentEvaluation(row) };
  },
  deleteAgentEvaluation: async ({ path, headers, scope, transaction }) => {
    await transaction(async (db) => {
      // Whoever starts a run waits for this lock, so that none comes in between.
      await lockAttached(db, scope, path.id, headers['if-match']);
      const active = await activeRun(db, scope, path.id);
      if (active) {
        const message = `Run ${active.id} of this attached evaluation is ${active.status}. Stop it and delete again when it has ended.`;
        throw new ApiError(409, message);
      }
      await db
        .deleteFrom('agent_evaluations')
        .where('tenant_id', '=', scope.tenantId)
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', path.id)
        .execute();
    });
    return { status: 204 };
  },

  runAgentEvaluation: async ({ path, scope, url, services, transaction, afterCommit }) => {
    const run = await transaction(async (db) => {
      const started = await startRun(db, { ...scope, id: path.id }, 'manual');
      if (started) return started;
      const active = await activeRun(db, scope, path.id);
      if (!active) throw notFound();
      throw new ApiError(409, `Run ${active.id} is ${active.status}. Wait for its end, or stop it first.`);
    });
    afterCommit(() => services.jobs.enqueue(evaluationRunJob, { ...scope, id: run.id }, RUN_DELAY_SECONDS));
    const location = url.replace(/\/agent-evaluations\/(.+)\/[^/]+\/run$/, `/evaluation-runs/$1/${run.id}`);
    return { status: 202, headers: { location, ...POLL }, body: toRun(run) };
  },
  listEvaluationRuns: async (request) => ({ status: 200, body: await numberedPage(runList, request) }),
  getEvaluationRun: async ({ path, scope, database }) => {
    const row = await database((db) => runs(db, scope).where('id', '=', path.run_id).executeTakeFirst());
    if (!row) throw notFound();
    return { status: 200, ...(row.finished_at === null && { headers: POLL }), body: toRun(row) };
  },
  listEvaluationRunResults: async (request) => {
    const { path, scope, database } = request;
    const run = await database((db) => runs(db, scope).where('id', '=', path.run_id).executeTakeFirst());
    if (!run) throw notFound();
    return { status: 200, body: await numberedPage(resultList, request) };
  },
  stopEvaluationRun: async ({ path, scope, url, services, transaction, afterCommit }) => {
    const run = await transaction(async (db) => {
      const stopped = await requestStop(db, { ...scope, id: path.run_id });
      if (stopped) return stopped;
      const ended = await runs(db, scope).where('id', '=', path.run_id).executeTakeFirst();
      if (!ended) throw notFound();
      throw new ApiError(409, `This run has ended as ${ended.status}. There is nothing to stop.`);
    });
    // One that no worker has taken is ended at once; a worker hears of it with its next heartbeat.
    afterCommit(() => services.jobs.sweep(evaluationRunJob));
    return { status: 202, headers: { location: url.replace(/\/stop$/, ''), ...POLL }, body: toRun(run) };
  },
} satisfies Partial<Handlers>;

const POLL = { 'retry-after': String(POLL_SECONDS) };

async function attachedRow(db: Db, scope: Scope, id: string) {
  const row = await agentEvaluations(db, scope).where('attached.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Locks an attached evaluation, and compares its version with the one that the request wants to change. */
async function lockAttached(db: Db, { tenantId, workspaceId }: Scope, id: string, ifMatch: string | undefined) {
  const row = await db
    .selectFrom('agent_evaluations')
    .select(['evaluation_id', 'version'])
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(row)) {
    throw new ApiError(412, 'The record has changed since you read it. Get it again and repeat your change.');
  }
  return row;
}

function activeRun(db: Db, scope: Scope, attachedId: string) {
  return runs(db, scope)
    .where('agent_evaluation_id', '=', attachedId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

async function isAgent(db: Db, { tenantId, workspaceId }: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('aispm_object_id')
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('aispm_object_id', '=', id)
    .where('object_type', '=', 'agent')
    .where('lifecycle_status', '<>', 'deleted')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets or removes a schedule; its first turn is one interval from now. */
function scheduleColumns(schedule: Parameters<typeof nextTurn>[0] | null | undefined) {
  if (!schedule) return { schedule: null, scheduled_at: null, next_run_at: null };
  const now = new Date();
  return { schedule, scheduled_at: now.toISOString(), next_run_at: nextTurn(schedule, now, now).toISOString() };
}
