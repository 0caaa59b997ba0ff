/** Attaches an evaluation to an agent, runs it, stops it, and detaches it. */
import type { Json } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongStatus, wrongValue } from '../session/violations.ts';
import { sendTwice } from './records/idempotency.ts';
import { isTransition, waitForJob } from './records/jobs.ts';
import { assertLocation } from './records/location.ts';
import { OTHER_VERSION, updateWithPreconditions } from './records/preconditions.ts';

/** The states that may follow a state of a run. */
const TRANSITIONS = {
  queued: ['running', 'completed', 'failed', 'cancelled'],
  running: ['completed', 'failed', 'cancelled'],
};
/** Maximum number of attempts to delete an evaluation during its run. */
const MAX_DELETIONS = 10;
/** Maximum number of runs that may end before the next request arrives, in each check. */
const MAX_SHORT_RUNS = 5;

const NOT_ENDED = 'before the run has ended';

const withoutBody = (path: Json, headers: Json = {}) => ({ path, query: {}, headers });

/** Attaches an evaluation, changes it, runs it and stops the run. */
export async function createEvaluations(session: Session): Promise<void> {
  const create = session.getOperation('createAgentEvaluation');
  const get = session.getOperation('getAgentEvaluation');
  const getFirstId = async (id: OperationId) => (await session.getRowIds(session.getOperation(id), session.scope))[0];
  const [agent_id, evaluation_id] = [await getFirstId('listAgents'), await getFirstId('listEvaluations')];
  if (agent_id === undefined || evaluation_id === undefined) return skipEvaluations(session);
  const body: Json = { agent_id, evaluation_id, name: session.name };
  const created = await sendTwice(session, create, {
    path: session.scope,
    body,
    otherBody: { ...body, name: `${session.name} again` },
    statuses: [201],
  });
  if (!created.isValid) return;
  const path = { ...session.scope, id: created.json.id };
  session.addRecord(get.path, path);
  session.onCleanup(() => detachEvaluation(session, path));
  assertLocation(created, get.path, path);
  created.assert(created.json.name === session.name, () =>
    wrongValue('body', '/name', session.name, created.json.name),
  );
  await updateWithPreconditions(session, {
    update: session.getOperation('updateAgentEvaluation'),
    get,
    path,
    body: { name: `${session.name} changed` },
  });
  await removeSchedule(session, path);
  const left = await runAndStop(session, path, body);
  if (left) await startRun(session, left);
}

/** Sets a schedule, and removes it with null. */
async function removeSchedule(session: Session, path: Json): Promise<void> {
  const update = session.getOperation('updateAgentEvaluation');
  for (const schedule of ['monthly', null]) {
    const request = { ...withoutBody(path), body: { schedule } };
    const updated = await session.send(session.cell(update.id, 'response'), update, request, { statuses: [200] });
    updated.assert((updated.json.schedule ?? null) === schedule, () =>
      wrongValue('body', '/schedule', `${schedule ?? 'none'}, as in the request`, updated.json.schedule),
    );
  }
}

/** Records that the server has no data for these operations. */
function skipEvaluations(session: Session): void {
  const create = session.getOperation('createAgentEvaluation');
  const checks = [
    ...['response', 'preconditions', 'idempotency', 'states'],
    ...['invalid', 'unknown-id', 'tenancy', 'limits'],
  ];
  for (const { path, id } of session.operations.filter((operation) => operation.path.startsWith(create.path))) {
    for (const check of checks) {
      if (path === create.path && check !== 'response') continue;
      session.cell(id, check).skip('no-data', 'there is no agent, or no evaluation to attach to it');
    }
  }
}

/**
 * Starts a run and stops it.
 *
 * @param body the evaluation
 * @returns the path of an evaluation with the same body; undefined when there is none
 */
async function runAndStop(session: Session, path: Json, body: Json): Promise<Json | undefined> {
  const run = session.getOperation('runAgentEvaluation');
  const get = session.getOperation('getEvaluationRun');
  const started = await sendTwice(session, run, { path, statuses: [202] });
  if (!started.isValid) return path;
  const startedPath = { ...session.scope, run_id: started.json.id };
  assertLocation(started, get.path, startedPath);
  started.assert(started.json.status === 'queued', () => wrongValue('body', '/status', 'queued', started.json.status));
  const runPath = await expectOneRun(session, path, startedPath);
  session.addRecord(get.path, runPath);
  const running = await expectNoDeletion(session, body, { path, runPath });
  if (running) await stopRun(session, running.runPath);
  return running?.path;
}

/** The paths of an evaluation and of its latest run. */
interface RunningEvaluation {
  path: Json;
  runPath: Json;
}

/**
 * Asserts that an evaluation can't be deleted until its run has ended. If it ends before the request arrives, another evaluation
 * is tried in the same way.
 *
 * @param body the evaluation
 * @returns the evaluation that was not deleted; undefined when there is none
 */
async function expectNoDeletion(
  session: Session,
  body: Json,
  evaluation: RunningEvaluation,
  attempt = 1,
): Promise<RunningEvaluation | undefined> {
  const remove = session.getOperation('deleteAgentEvaluation');
  const statuses = attempt < MAX_SHORT_RUNS ? [204, 409] : [409];
  const options = { statuses, note: NOT_ENDED };
  const removed = await session.send(session.cell(remove.id, 'states'), remove, withoutBody(evaluation.path), options);
  if (removed.status !== 204) return evaluation;
  const next = removed.isValid ? await startOther(session, body) : undefined;
  return next && expectNoDeletion(session, body, next, attempt + 1);
}

/** Attaches an evaluation that replaces a deleted one, and runs it. */
async function startOther(session: Session, body: Json): Promise<RunningEvaluation | undefined> {
  const [create, run] = [session.getOperation('createAgentEvaluation'), session.getOperation('runAgentEvaluation')];
  const parts = { ...withoutBody(session.scope), body };
  const created = await session.send(session.cell(create.id, 'response'), create, parts, { statuses: [201] });
  if (!created.isValid) return undefined;
  const path = { ...session.scope, id: created.json.id };
  session.addRecord(session.getOperation('getAgentEvaluation').path, path);
  session.onCleanup(() => detachEvaluation(session, path));
  const started = await session.send(session.cell(run.id, 'states'), run, withoutBody(path), { statuses: [202] });
  if (!started.isValid) return undefined;
  const runPath = { ...session.scope, run_id: started.json.id };
  session.addRecord(session.getOperation('getEvaluationRun').path, runPath);
  return { path, runPath };
}

/**
 * Asserts that a second run is rejected until the first has ended. If it ends before the request arrives, the second run is
 * tried in the same way.
 *
 * @returns the path of the run that has not ended
 */
async function expectOneRun(session: Session, path: Json, runPath: Json, attempt = 1): Promise<Json> {
  const run = session.getOperation('runAgentEvaluation');
  const states = session.cell(run.id, 'states');
  const statuses = attempt < MAX_SHORT_RUNS ? [202, 409] : [409];
  const second = await session.send(states, run, withoutBody(path), { statuses, note: NOT_ENDED });
  if (!second.isValid || second.status === 409) return runPath;
  const first = await session.send(states, session.getOperation('getEvaluationRun'), withoutBody(runPath));
  const hadEnded = first.json.finished_at !== null && String(first.json.finished_at) <= String(second.json.created_at);
  if (!second.assert(hadEnded, () => wrongStatus('409', second))) return runPath;
  return expectOneRun(session, path, { ...session.scope, run_id: second.json.id }, attempt + 1);
}

/** Stops a run twice, and once more after its end. */
async function stopRun(session: Session, path: Json): Promise<void> {
  const stop = session.getOperation('stopEvaluationRun');
  const get = session.getOperation('getEvaluationRun');
  const states = session.cell(stop.id, 'states');
  const stopped = await sendTwice(session, stop, { path, statuses: [202] });
  const repeated = await session.send(states, stop, withoutBody(path), { statuses: [202, 409], note: 'a second time' });
  // The run may have ended before it was stopped.
  if (stopped.isValid && stopped.status === 202) {
    const { cancel_requested, cancel_requested_at: time } = stopped.json;
    stopped.assert(cancel_requested === true, () => wrongValue('body', '/cancel_requested', 'true', cancel_requested));
    if (repeated.status === 202) {
      const { cancel_requested_at } = repeated.json;
      repeated.assert(cancel_requested_at === time, () =>
        wrongValue('body', '/cancel_requested_at', `${time}, the time of the first request`, cancel_requested_at),
      );
    }
  }
  const ended = await waitForRun(session, path);
  if (!ended) return;
  await session.send(states, stop, withoutBody(path), { statuses: [409], note: 'after its end' });
  const later = await session.send(session.cell(get.id, 'states'), get, withoutBody(path), { statuses: [200] });
  later.assert(later.text === ended.text, () =>
    wrongValue('body', '', `no change after the end: ${ended.text}`, later.json),
  );
}

/** Starts a run and lets it finish. */
async function startRun(session: Session, path: Json): Promise<void> {
  const run = session.getOperation('runAgentEvaluation');
  const started = await session.send(session.cell(run.id, 'states'), run, withoutBody(path), {
    statuses: [202],
    note: 'after the end of the previous run',
  });
  if (!started.isValid) return;
  const get = session.getOperation('getEvaluationRun');
  session.addRecord(get.path, { ...session.scope, run_id: started.json.id });
}

/** Waits for the run to end, and detaches the evaluation. */
export async function deleteEvaluations(session: Session): Promise<void> {
  const remove = session.getOperation('deleteAgentEvaluation');
  const get = session.getOperation('getAgentEvaluation');
  const [path] = (await findPathValues(session, remove)).sets;
  const [runPath] = (await findPathValues(session, session.getOperation('stopEvaluationRun'))).sets;
  if (runPath) await waitForRun(session, runPath);
  if (!path) return;
  await session.send(
    session.cell(remove.id, 'preconditions'),
    remove,
    withoutBody(path, { 'If-Match': OTHER_VERSION }),
    { statuses: [412], note: 'If-Match with another version' },
  );
  const responses = session.cell(remove.id, 'response');
  const removed = await session.send(responses, remove, withoutBody(path), { statuses: [204] });
  if (!removed.isValid) return;
  const states = session.cell(remove.id, 'states');
  await session.send(states, get, withoutBody(path), { statuses: [404], note: 'after its deletion' });
  await session.send(states, remove, withoutBody(path), { statuses: [404], note: 'a second time' });
}

function waitForRun(session: Session, path: Json): Promise<CheckedResponse | undefined> {
  const operation = session.getOperation('getEvaluationRun');
  return waitForJob(session, {
    cell: session.cell(operation.id, 'states'),
    operation,
    path,
    hasEnded: ({ finished_at }) => finished_at !== null,
    check: checkRun,
  });
}

/** Asserts that a state of a run is consistent, and may follow the previous one. */
function checkRun(response: CheckedResponse, previous: Json | undefined): void {
  const { status, progress, summary, score, error_kind } = response.json;
  const isCompleted = status === 'completed';
  response.assert(!previous || isTransition(TRANSITIONS, previous.status, status), () =>
    wrongValue('body', '/status', `a state that may follow ${previous?.status}`, status),
  );
  response.assert(!previous || Number(progress) >= Number(previous.progress), () =>
    wrongValue('body', '/progress', `${previous?.progress} or more`, progress),
  );
  response.assert((progress === 1) === isCompleted, () =>
    wrongValue(
      'body',
      '/progress',
      isCompleted ? '1, because it is completed' : 'less than 1 until it is completed',
      progress,
    ),
  );
  response.assert((summary !== null) === isCompleted, () =>
    wrongValue('body', '/summary', isCompleted ? 'a summary' : 'null unless it is completed', summary),
  );
  const { lower, upper } = ((summary as Json | null)?.score_interval ?? {}) as { lower?: number; upper?: number };
  response.assert(
    lower === undefined || upper === undefined || (lower <= Number(score) && Number(score) <= upper),
    () => wrongValue('body', '/summary/score_interval', `an interval that contains ${score}`, { lower, upper }),
  );
  response.assert(isCompleted || score === null, () =>
    wrongValue('body', '/score', 'null unless it is completed', score),
  );
  response.assert((error_kind !== null) === (status === 'failed'), () =>
    wrongValue('body', '/error_kind', status === 'failed' ? 'a kind of error' : 'null unless it failed', error_kind),
  );
}

/** Detaches the evaluation when the run ends before it does; stops its run first. */
async function detachEvaluation(session: Session, path: Json): Promise<void> {
  const stop = session.getOperation('stopEvaluationRun');
  const remove = session.getOperation('deleteAgentEvaluation');
  const cell = session.cell(remove.id, 'response');
  const [runPath] = (await findPathValues(session, stop)).sets;
  for (let attempt = 0; attempt < MAX_DELETIONS; attempt++) {
    const removed = await session.send(cell, remove, withoutBody(path), { statuses: [204, 404, 409] });
    if (removed.status !== 409) return;
    if (runPath) await session.send(cell, stop, withoutBody(runPath), { statuses: [202, 409] });
    await session.transport.pause(1);
  }
}
