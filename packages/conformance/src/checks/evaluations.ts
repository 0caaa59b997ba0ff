/** Attaches an evaluation to an agent, runs it, stops it, and takes it away again. */
import type { Json } from '../endpoint.js';
import { fault } from '../form.js';
import type { Answer, Suite } from '../suite.js';
import { sendTwice } from './repeating.js';
import { checkLocation } from './storage.js';
import { follow, isMove } from './waiting.js';

/** The states of a run, and where each leads. */
const MOVES = {
  queued: ['running', 'completed', 'failed', 'cancelled'],
  running: ['completed', 'failed', 'cancelled'],
};
const NONE = '"no-such-version"';

const noBody = (path: Json, headers: Json = {}) => ({ path, query: {}, headers });

/** Attaches an evaluation, changes it, runs it and stops the run. */
export async function beginEvaluations(suite: Suite): Promise<void> {
  const create = suite.endpoint('createAgentEvaluation');
  const get = suite.endpoint('getAgentEvaluation');
  const first = async (id: string) => (await suite.ids(suite.endpoint(id), suite.scope))[0];
  const [agent_id, evaluation_id] = [await first('listAgents'), await first('listEvaluations')];
  if (agent_id === undefined || evaluation_id === undefined) {
    const text = 'there is no agent, or no evaluation to attach to it';
    for (const { path, id } of suite.endpoints.filter((one) => one.path.startsWith(create.path))) {
      for (const check of [
        'answer',
        'conditions',
        'idempotency',
        'states',
        'invalid',
        'unknown-id',
        'tenancy',
        'limits',
      ]) {
        if (path !== create.path || check === 'answer') suite.cell(id, check).skip('no-data', text);
      }
    }
    return;
  }
  const body: Json = { agent_id, evaluation_id, name: suite.name };
  const created = await sendTwice(suite, create, {
    path: suite.scope,
    body,
    otherBody: { ...body, name: `${suite.name} again` },
    statuses: [201],
  });
  if (!created.isRight) return;
  const path = { ...suite.scope, id: created.json.id };
  suite.made(get.path, path);
  suite.afterwards(() => detach(suite, path));
  checkLocation(created, get.path, path);
  created.note(created.json.name === suite.name, () => fault('body', '/name', suite.name, created.json.name));
  await change(suite, path);
  await stopARun(suite, path);
  await startARun(suite, path);
}

/** Changes the settings: not in another version, then in the right one, and not in that again. */
async function change(suite: Suite, path: Json): Promise<void> {
  const update = suite.endpoint('updateAgentEvaluation');
  const get = suite.endpoint('getAgentEvaluation');
  const conditions = suite.cell(update.id, 'conditions');
  const body = { name: `${suite.name} changed` };
  const read = () => suite.send(suite.cell(get.id, 'answer'), get, noBody(path), { statuses: [200] });
  const send = (version: string | undefined, statuses: number[], note: string, cell = conditions) =>
    suite.send(cell, update, { ...noBody(path, { 'If-Match': version }), body }, { statuses, note });
  const before = await read();
  if (!before.isRight) return;
  const { etag } = before.headers;
  await send(NONE, [412], 'If-Match with another version');
  const unchanged = await read();
  unchanged.note(unchanged.json.name === before.json.name, () =>
    fault('body', '/name', `${before.json.name}, as before the change that was refused`, unchanged.json.name),
  );
  const changed = await send(etag, [200], 'If-Match with the version', suite.cell(update.id, 'answer'));
  if (!changed.isRight) return;
  changed.note(changed.json.name === body.name, () => fault('body', '/name', body.name, changed.json.name));
  changed.note(changed.headers.etag !== etag, () =>
    fault('header', 'ETag', 'another one after a change', changed.headers.etag),
  );
  await send(etag, [412], 'If-Match with the old version');
}

/** Starts a run and stops it again. */
async function stopARun(suite: Suite, path: Json): Promise<void> {
  const [run, stop, get] = ['runAgentEvaluation', 'stopEvaluationRun', 'getEvaluationRun'].map((id) =>
    suite.endpoint(id),
  ) as [never, never, never];
  const states = suite.cell('runAgentEvaluation', 'states');
  const started = await sendTwice(suite, run, { path, statuses: [202] });
  if (!started.isRight) return;
  const own = { ...suite.scope, run_id: started.json.id };
  checkLocation(started, suite.endpoint('getEvaluationRun').path, own);
  started.note(started.json.status === 'queued', () => fault('body', '/status', 'queued', started.json.status));
  suite.made(suite.endpoint('getEvaluationRun').path, own);
  const remove = suite.endpoint('deleteAgentEvaluation');
  await suite.send(states, run, noBody(path), { statuses: [409], note: 'while a run has not ended' });
  const removal = suite.cell('deleteAgentEvaluation', 'states');
  const refused = await suite.send(removal, remove, noBody(path), {
    statuses: [409],
    note: 'while a run has not ended',
  });
  if (refused.status === 204) return;

  const stopped = await sendTwice(suite, stop, { path: own, statuses: [202] });
  const stopping = suite.cell('stopEvaluationRun', 'states');
  const again = await suite.send(stopping, stop, noBody(own), { statuses: [202, 409], note: 'a second time' });
  if (stopped.isRight) {
    const { cancel_requested, cancel_requested_at } = stopped.json;
    stopped.note(cancel_requested === true, () => fault('body', '/cancel_requested', 'true', cancel_requested));
    if (again.status === 202) {
      again.note(again.json.cancel_requested_at === cancel_requested_at, () =>
        fault(
          'body',
          '/cancel_requested_at',
          `${cancel_requested_at}, the time of the first stop`,
          again.json.cancel_requested_at,
        ),
      );
    }
  }
  const ended = await followRun(suite, own);
  if (!ended) return;
  await suite.send(stopping, stop, noBody(own), { statuses: [409], note: 'after its end' });
  const later = await suite.send(suite.cell('getEvaluationRun', 'states'), get, noBody(own), { statuses: [200] });
  later.note(later.text === ended.text, () => fault('body', '', `no change after the end: ${ended.text}`, later.json));
}

/** Starts a run that is left to come to its end. */
async function startARun(suite: Suite, path: Json): Promise<void> {
  const run = suite.endpoint('runAgentEvaluation');
  const states = suite.cell(run.id, 'states');
  const started = await suite.send(states, run, noBody(path), {
    statuses: [202],
    note: 'after the end of the run before',
  });
  if (started.isRight) suite.made(suite.endpoint('getEvaluationRun').path, { ...suite.scope, run_id: started.json.id });
}

/** Waits for the run to end, and takes the evaluation away. */
export async function endEvaluations(suite: Suite): Promise<void> {
  const remove = suite.endpoint('deleteAgentEvaluation');
  const get = suite.endpoint('getAgentEvaluation');
  const { sets } = await suite.pathSets(remove);
  const { sets: runs } = await suite.pathSets(suite.endpoint('stopEvaluationRun'));
  if (runs[0]) await followRun(suite, runs[0]);
  const [path] = sets;
  if (!path) return;
  const conditions = suite.cell(remove.id, 'conditions');
  await suite.send(conditions, remove, noBody(path, { 'If-Match': NONE }), {
    statuses: [412],
    note: 'If-Match with another version',
  });
  const removed = await suite.send(suite.cell(remove.id, 'answer'), remove, noBody(path), { statuses: [204] });
  if (!removed.isRight) return;
  const states = suite.cell(remove.id, 'states');
  await suite.send(states, get, noBody(path), { statuses: [404], note: 'after it was deleted' });
  await suite.send(states, remove, noBody(path), { statuses: [404], note: 'a second time' });
}

function followRun(suite: Suite, path: Json): Promise<Answer | undefined> {
  const get = suite.endpoint('getEvaluationRun');
  return follow(suite, suite.cell(get.id, 'states'), get, path, {
    hasEnded: ({ finished_at }) => finished_at !== null,
    check: (answer, before) => {
      const { status, progress, summary, score, error_kind } = answer.json;
      answer.note(!before || isMove(MOVES, before.status, status), () =>
        fault('body', '/status', `a state that follows ${before?.status}`, status),
      );
      answer.note(!before || Number(progress) >= Number(before.progress), () =>
        fault('body', '/progress', `${before?.progress} or more`, progress),
      );
      const isCompleted = status === 'completed';
      answer.note((progress === 1) === isCompleted, () =>
        fault(
          'body',
          '/progress',
          isCompleted ? '1, as it is completed' : 'less than 1 until it is completed',
          progress,
        ),
      );
      answer.note((summary !== null) === isCompleted, () =>
        fault('body', '/summary', isCompleted ? 'a summary' : 'null unless it is completed', summary),
      );
      answer.note(isCompleted || score === null, () => fault('body', '/score', 'null unless it is completed', score));
      answer.note((error_kind !== null) === (status === 'failed'), () =>
        fault('body', '/error_kind', status === 'failed' ? 'the kind of error' : 'null unless it failed', error_kind),
      );
    },
  });
}

/** Takes the evaluation away at the end of a run that did not come so far. */
async function detach(suite: Suite, path: Json): Promise<void> {
  const stop = suite.endpoint('stopEvaluationRun');
  const remove = suite.endpoint('deleteAgentEvaluation');
  const cell = suite.cell(remove.id, 'answer');
  const { sets } = await suite.pathSets(stop);
  for (let attempt = 0; attempt < 10; attempt++) {
    const removed = await suite.send(cell, remove, noBody(path), { statuses: [204, 404, 409] });
    if (removed.status !== 409) return;
    if (sets[0]) await suite.send(cell, stop, noBody(sets[0]), { statuses: [202, 409] });
    await suite.transport.pause(1);
  }
}
