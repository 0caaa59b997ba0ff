/** The operations on evaluations, attached evaluations and their runs. */
import { ApiError, notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { numberedPage } from '../../platform/lists/numbered-page.ts';
import { agentEvaluationList, toAgentEvaluation, toETag } from './agent-evaluations.ts';
import { selectCredentials } from './agents/credentials.ts';
import {
  attachEvaluation,
  changeAgentEvaluation,
  deleteAgentEvaluation,
  findActiveRun,
  readAgentEvaluation,
} from './attach-evaluation.ts';
import { evaluationList, toEvaluation } from './catalogue/items.ts';
import {
  changeEvaluation,
  createEvaluation,
  deleteEvaluation,
  readEvaluation,
  toEvaluationETag,
} from './change-catalogue.ts';
import { evaluationRunJob } from './runs/job.ts';
import { requestStop, startRun } from './runs/run-states.ts';
import { resultList, runList, selectRuns, toRun } from './runs/runs.ts';
import { checkForSecrets } from './secrets.ts';

/** Headers of an unfinished run: when clients may read it again, in seconds. */
const RETRY_HEADERS = { 'retry-after': '1' };

export const evaluationHandlers = {
  listEvaluations: async (request) => ({ status: 200, body: await numberedPage(evaluationList, request) }),
  getEvaluation: async ({ path, scope, database }) => {
    const row = await database((db) => readEvaluation(db, scope, path.id));
    return { status: 200, headers: { etag: toEvaluationETag(row) }, body: toEvaluation(row) };
  },
  createEvaluation: async ({ body, scope, url, services, transaction }) => {
    await checkForSecrets(services.threads, scope.tenantId, body.config);
    const credentials = selectCredentials(services.settings.agentCredentials, scope);
    const row = await transaction((db) => createEvaluation(db, scope, body, credentials));
    const headers = { etag: toEvaluationETag(row), location: `${url}/${row.id}` };
    return { status: 201, headers, body: toEvaluation(row) };
  },
  updateEvaluation: async ({ path, headers, body, scope, services, transaction }) => {
    await checkForSecrets(services.threads, scope.tenantId, body.config);
    const credentials = selectCredentials(services.settings.agentCredentials, scope);
    const row = await transaction((db) => changeEvaluation(db, scope, path.id, body, headers['if-match'], credentials));
    return { status: 200, headers: { etag: toEvaluationETag(row) }, body: toEvaluation(row) };
  },
  deleteEvaluation: async ({ path, headers, scope, transaction }) => {
    await transaction((db) => deleteEvaluation(db, scope, path.id, headers['if-match']));
    return { status: 204 };
  },

  listAgentEvaluations: async (request) => ({ status: 200, body: await numberedPage(agentEvaluationList, request) }),
  getAgentEvaluation: async ({ path, scope, database }) => {
    const row = await database((db) => readAgentEvaluation(db, scope, path.id));
    return { status: 200, headers: { etag: toETag(row) }, body: toAgentEvaluation(row) };
  },
  createAgentEvaluation: async ({ body, scope, url, services, transaction }) => {
    await checkForSecrets(services.threads, scope.tenantId, body.config);
    const credentials = selectCredentials(services.settings.agentCredentials, scope);
    const row = await transaction((db) => attachEvaluation(db, scope, body, credentials));
    const headers = { etag: toETag(row), location: `${url}/${row.id}` };
    return { status: 201, headers, body: toAgentEvaluation(row) };
  },
  updateAgentEvaluation: async ({ path, headers, body, scope, services, transaction }) => {
    await checkForSecrets(services.threads, scope.tenantId, body.config);
    const credentials = selectCredentials(services.settings.agentCredentials, scope);
    const row = await transaction((db) =>
      changeAgentEvaluation(db, scope, path.id, body, headers['if-match'], credentials),
    );
    return { status: 200, headers: { etag: toETag(row) }, body: toAgentEvaluation(row) };
  },
  deleteAgentEvaluation: async ({ path, headers, scope, transaction }) => {
    await transaction((db) => deleteAgentEvaluation(db, scope, path.id, headers['if-match']));
    return { status: 204 };
  },

  runAgentEvaluation: async ({ path, scope, url, services, transaction, afterCommit }) => {
    const run = await transaction(async (db) => {
      const started = await startRun(db, { ...scope, id: path.id }, 'manual');
      if (started) return started;
      const active = await findActiveRun(db, scope, path.id);
      if (!active) throw notFound();
      throw new ApiError(
        409,
        'run_active',
        `Run ${active.id} is ${active.status}. Wait for its end, or stop it first.`,
      );
    });
    afterCommit(() => services.jobs.wake(evaluationRunJob));
    const location = url.replace('/agent-evaluations/', '/evaluation-runs/').replace(/\/[^/]+\/run$/, `/${run.id}`);
    return { status: 202, headers: { location, ...RETRY_HEADERS }, body: toRun(run) };
  },
  listEvaluationRuns: async (request) => ({ status: 200, body: await numberedPage(runList, request) }),
  getEvaluationRun: async ({ path, scope, database }) => {
    const row = await database((db) => selectRuns(db, scope).where('id', '=', path.run_id).executeTakeFirst());
    if (!row) throw notFound();
    return { status: 200, ...(row.finished_at === null && { headers: RETRY_HEADERS }), body: toRun(row) };
  },
  listEvaluationRunResults: async (request) => {
    const { path, scope, database } = request;
    const run = await database((db) => selectRuns(db, scope).where('id', '=', path.run_id).executeTakeFirst());
    if (!run) throw notFound();
    return { status: 200, body: await numberedPage(resultList, request) };
  },
  stopEvaluationRun: async ({ path, scope, url, services, transaction, afterCommit }) => {
    const run = await transaction(async (db) => {
      const stopped = await requestStop(db, { ...scope, id: path.run_id });
      if (stopped) return stopped;
      const ended = await selectRuns(db, scope).where('id', '=', path.run_id).executeTakeFirst();
      if (!ended) throw notFound();
      throw new ApiError(409, 'run_finished', `This run has ended as ${ended.status}. There is nothing to stop.`);
    });
    // Ends a queued run immediately; a worker notices the stop at its next heartbeat.
    afterCommit(() => services.jobs.sweep(evaluationRunJob));
    return { status: 202, headers: { location: url.replace(/\/stop$/, ''), ...RETRY_HEADERS }, body: toRun(run) };
  },
} satisfies Partial<Handlers>;
