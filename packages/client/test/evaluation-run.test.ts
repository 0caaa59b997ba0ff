import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { createClient, type EvaluationRun, isTimeoutError, runToEnd, waitForRun } from '../src/index.js';
import { always, inTurn, withServer } from './server.js';

const place = { tenant_id: 't1', workspace_id: 'w1' };
const run: EvaluationRun = {
  id: 'r1',
  agent_evaluation_id: 'ae1',
  evaluation_id: 'e1',
  agent_id: 'a1',
  status: 'queued',
  progress: 0,
  trigger: 'manual',
  cancel_requested: false,
  cancel_requested_at: null,
  summary: null,
  score: null,
  error_kind: null,
  error_message: null,
  attempt: 1,
  created_at: '2026-11-18T09:30:00Z',
  started_at: null,
  finished_at: null,
};
const end = { finished_at: '2026-11-18T09:40:00Z' };
const summary = { score: 0.5, total: 2, passed: 1, failed: 1, errored: 0 };

/** An answer with the run in another state. */
function state(change: Partial<EvaluationRun>, headers: Record<string, string> = {}, status = 200): RequestListener {
  return always(status, JSON.stringify({ ...run, ...change }), headers);
}
const poll = { base: 1, cap: 5 };
const ended = {
  completed: { status: 'completed', progress: 1, summary, score: 0.5, ...end },
  failed: { status: 'failed', error_kind: 'judge_error', ...end },
  cancelled: { status: 'cancelled', cancel_requested: true, ...end },
} as const;

test.each(Object.values(ended))('a run is started, followed and ends as $status', async (last) => {
  const answers = inTurn(state({}, {}, 202), state({ status: 'running', progress: 0.3 }), state(last));
  await withServer(answers, async (baseUrl, seen) => {
    const progress: [string, number][] = [];
    const onProgress = (it: EvaluationRun) => progress.push([it.status, it.progress]);
    const result = await runToEnd(createClient({ baseUrl }), { ...place, id: 'ae1' }, { onProgress, poll });
    expect(result).toEqual({ ...run, ...last });
    expect(progress).toEqual([
      ['queued', 0],
      ['running', 0.3],
      [last.status, result.progress],
    ]);
    const api = '/api/eval';
    const tail = 'tenants/t1/workspaces/w1';
    expect(seen.map((it) => `${it.method} ${it.url}`)).toEqual([
      `POST ${api}/agent-evaluations/${tail}/ae1/run`,
      `GET ${api}/evaluation-runs/${tail}/r1`,
      `GET ${api}/evaluation-runs/${tail}/r1`,
    ]);
  });
});

test('a run that has ended is not asked for again', async () => {
  await withServer(state(ended.completed), async (baseUrl, seen) => {
    const result = await waitForRun(createClient({ baseUrl }), { ...place, run_id: 'r1' });
    expect(result.status === 'completed' && result.summary.passed).toBe(1);
    expect(seen).toHaveLength(1);
  });
});

test('the wait before the next question is what Retry-After says', async () => {
  await withServer(inTurn(state({}, { 'retry-after': '1' }), state(ended.failed)), async (baseUrl) => {
    const start = performance.now();
    await waitForRun(createClient({ baseUrl }), { ...place, run_id: 'r1' }, { poll: { base: 1 } });
    expect(performance.now() - start).toBeGreaterThan(990);
  });
});

test.each([
  ['a run cannot be started', always(409, '{"code":409,"message":"One is under way."}'), 409],
  ['a gateway answers', always(200, 'null'), 200],
])('an ApiError when %s', async (_, answer, status) => {
  await withServer(answer, async (baseUrl) => {
    const call = runToEnd(createClient({ baseUrl }), { ...place, id: 'ae1' });
    await expect(call).rejects.toMatchObject({ name: 'ApiError', operation: 'runAgentEvaluation', status });
  });
});

test('stop asks the service to stop the run, once and without delay, and waits for the end', async () => {
  const stop = new AbortController();
  const answers = inTurn(
    state({ status: 'running' }, { 'retry-after': '20' }),
    state({ status: 'running', cancel_requested: true }, {}, 202),
    state({ status: 'running', cancel_requested: true }),
    state(ended.cancelled),
  );
  await withServer(answers, async (baseUrl, seen) => {
    setTimeout(() => stop.abort(), 100);
    const options = { stop: stop.signal, poll: { base: 1 } };
    const result = await waitForRun(createClient({ baseUrl }), { ...place, run_id: 'r1' }, options);
    expect(result.status).toBe('cancelled');
    expect(seen.map((it) => it.method)).toEqual(['GET', 'POST', 'GET', 'GET']);
    expect(seen[1]?.url).toMatch(/\/r1\/stop$/);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});

test('a run that ends before it can be stopped ends as it did', async () => {
  const answers = inTurn(state({}), always(409, '{"code":409,"message":"It has ended."}'), state(ended.completed));
  await withServer(answers, async (baseUrl) => {
    const options = { stop: AbortSignal.abort(), poll };
    const result = await waitForRun(createClient({ baseUrl }), { ...place, run_id: 'r1' }, options);
    expect(result.status).toBe('completed');
  });
});

test('another error of the stop comes through', async () => {
  await withServer(inTurn(state({}), always(403, '{"code":403,"message":"No."}')), async (baseUrl) => {
    const call = waitForRun(createClient({ baseUrl }), { ...place, run_id: 'r1' }, { stop: AbortSignal.abort(), poll });
    await expect(call).rejects.toMatchObject({ operation: 'stopEvaluationRun', status: 403 });
  });
});

test('a signal ends the wait, leaves the run alone and keeps no listener', async () => {
  await withServer(state({}, { 'retry-after': '20' }), async (baseUrl, seen) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const call = waitForRun(createClient({ baseUrl }), { ...place, run_id: 'r1' }, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
    expect(seen.map((it) => it.method)).toEqual(['GET']);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

test.each([
  ['between two questions', state({}, { 'retry-after': '20' })],
  ['while the service is silent', inTurn(state({}), () => undefined)],
])('maxWait ends the wait with a TimeoutError: %s', async (_, answer) => {
  await withServer(answer, async (baseUrl) => {
    const start = performance.now();
    const error = await waitForRun(
      createClient({ baseUrl }),
      { ...place, run_id: 'r1' },
      { maxWait: 200, poll: { base: 1 } },
    ).catch((it) => it);
    expect(isTimeoutError(error)).toBe(true);
    expect(error.operation).toBe('getEvaluationRun');
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
