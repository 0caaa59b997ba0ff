import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, type EvaluationRun, type Fetch, isTimeoutError, runToEnd, waitForRun } from '../src/index.ts';
import { always, hang, inTurn, reset, withServer } from './test-server.ts';

const workspace = { tenant_id: 't1', workspace_id: 'w1' };
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
  updated_at: '2026-11-18T09:30:00Z',
};
const end = { finished_at: '2026-11-18T09:40:00Z' };
const summary = { score: 0.5, total: 2, passed: 1, failed: 1, errored: 0 };

/** Returns a listener that responds with the run and these changes. */
function respondWith(
  changes: Partial<EvaluationRun>,
  headers: Record<string, string> = {},
  status = 200,
): RequestListener {
  return always(status, JSON.stringify({ ...run, ...changes }), headers);
}
const poll = { baseDelay: 1, maxDelay: 5 };
const ENDED = {
  completed: { status: 'completed', progress: 1, summary, score: 0.5, ...end },
  failed: { status: 'failed', error_kind: 'judge_error', ...end },
  cancelled: { status: 'cancelled', cancel_requested: true, ...end },
} as const;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('waiting for an evaluation run', () => {
  it.each(Object.values(ENDED))('runToEnd starts a run and resolves to the $status run', async (last) => {
    const listener = inTurn(
      respondWith({}, {}, 202),
      respondWith({ status: 'running', progress: 0.3 }),
      respondWith(last),
    );
    await withServer(listener, async (baseUrl, received) => {
      const reported: [string, number][] = [];
      const onProgress = ({ status, progress }: EvaluationRun) => reported.push([status, progress]);
      const result = await runToEnd(createClient({ baseUrl }), { ...workspace, id: 'ae1' }, { onProgress, poll });
      expect(result).toEqual({ ...run, ...last });
      expect(reported).toEqual([
        ['queued', 0],
        ['running', 0.3],
        [last.status, result.progress],
      ]);
      const api = '/api/eval';
      const tail = 'tenants/t1/workspaces/w1';
      expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
        `POST ${api}/agent-evaluations/${tail}/ae1/run`,
        `GET ${api}/evaluation-runs/${tail}/r1`,
        `GET ${api}/evaluation-runs/${tail}/r1`,
      ]);
    });
  });

  it('sends no further request for a run that has ended', async () => {
    await withServer(respondWith(ENDED.completed), async (baseUrl, received) => {
      const result = await waitForRun(createClient({ baseUrl }), { ...workspace, run_id: 'r1' });
      expect(result.status === 'completed' && result.summary.passed).toBe(1);
      expect(received).toHaveLength(1);
    });
  });

  it('waits for the time of Retry-After before the next request', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const bodies = [run, { ...run, ...ENDED.failed }];
    const fetch = vi.fn(async () => Response.json(bodies.shift(), { headers: { 'retry-after': '7' } }));
    const client = createClient({ baseUrl: 'http://test.invalid', fetch });
    const call = waitForRun(client, { ...workspace, run_id: 'r1' }, { poll: { baseDelay: 1 } });
    await vi.advanceTimersByTimeAsync(6_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ status: 'failed' });
  });

  it('waits for at least half of the base delay, regardless of Retry-After', async () => {
    vi.useFakeTimers();
    const bodies = [run, { ...run, ...ENDED.failed }];
    const fetch = vi.fn(async () => Response.json(bodies.shift(), { headers: { 'retry-after': '0' } }));
    const client = createClient({ baseUrl: 'http://test.invalid', fetch });
    const call = waitForRun(client, { ...workspace, run_id: 'r1' }, { poll: { baseDelay: 400 } });
    await vi.advanceTimersByTimeAsync(199);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ status: 'failed' });
  });

  it('polls no earlier than Retry-After, even above the maximum delay', async () => {
    vi.useFakeTimers();
    const bodies = [run, { ...run, ...ENDED.failed }];
    const fetch = vi.fn(async () => Response.json(bodies.shift(), { headers: { 'retry-after': '60' } }));
    const client = createClient({ baseUrl: 'http://test.invalid', fetch });
    const call = waitForRun(client, { ...workspace, run_id: 'r1' }, { poll: { baseDelay: 1, maxDelay: 5 } });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await call).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['failed connections', reset, undefined],
    ['responses of a gateway', always(503), undefined],
    ['timeouts', hang, 50],
  ])('continues after %s, such as during a restart of the service', async (_, failure, timeout) => {
    await withServer(failure, async (baseUrl) => {
      const sent: string[] = [];
      // Successful responses don't come from the server, so that the timeout can't end them.
      const fetch: Fetch = async (url, init) => {
        sent.push(url);
        if (sent.length === 1) return Response.json(run, { status: 202 });
        return sent.length === 11 ? Response.json({ ...run, ...ENDED.completed }) : globalThis.fetch(url, init);
      };
      const client = createClient({ baseUrl, fetch, timeout, retry: { baseDelay: 1, maxDelay: 1 } });
      const result = await runToEnd(client, { ...workspace, id: 'ae1' }, { poll });
      expect(result.status).toBe('completed');
      expect(sent).toHaveLength(11);
    });
  });

  it('ends when the service has not responded for more than ten minutes', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn(async () => Promise.reject(new Error('down')));
    const client = createClient({ baseUrl: 'http://test.invalid', fetch, retry: false });
    const start = Date.now();
    const call = waitForRun(client, { ...workspace, run_id: 'r1' }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    expect(await call).toMatchObject({ name: 'ConnectionError', resourceId: 'r1' });
    expect(Date.now() - start).toBeGreaterThan(600_000);
  });

  it.each([
    ['an error of the service', always(500, '{"code":500,"message":"No."}'), 'ApiError', {}],
    ['a body that is not JSON', always(200, '<html>'), 'DecodeError', {}],
    ['the maximum wait', respondWith({ status: 'running' }), 'TimeoutError', { maxWait: 100 }],
  ])('reports the id of the started run with %s', async (_, listener, name, options) => {
    await withServer(inTurn(respondWith({}, {}, 202), listener), async (baseUrl) => {
      const call = runToEnd(createClient({ baseUrl }), { ...workspace, id: 'ae1' }, { poll, ...options });
      await expect(call).rejects.toMatchObject({ name, resourceId: 'r1' });
    });
  });

  it.each([
    ['ended without finished_at', { status: 'completed', finished_at: null }, 1],
    ['not ended with finished_at', { status: 'running', ...end }, 2],
    ['not ended with an unknown status', { status: 'paused' as 'running', ...end }, 2],
  ] as const)('depends only on the status: %s', async (_, changes, requests) => {
    await withServer(inTurn(respondWith(changes), respondWith(ENDED.failed)), async (baseUrl, received) => {
      const result = await waitForRun(createClient({ baseUrl }), { ...workspace, run_id: 'r1' }, { poll });
      expect(result.status).toBe(requests === 1 ? 'completed' : 'failed');
      expect(received).toHaveLength(requests);
    });
  });

  it.each([
    ['maxWait', { maxWait: Number.NaN }],
    ['maxWait', { maxWait: -1 }],
    ['poll.baseDelay', { poll: { baseDelay: Number.NaN } }],
    ['poll.baseDelay', { poll: { baseDelay: 0 } }],
    ['poll.maxDelay', { poll: { maxDelay: 0 } }],
  ])('rejects an invalid %s: %j', async (name, options) => {
    const fetch = vi.fn();
    const client = createClient({ baseUrl: 'http://test.invalid', fetch });
    const call = waitForRun(client, { ...workspace, run_id: 'r1' }, options);
    await expect(call).rejects.toThrow(new RegExp(`^getEvaluationRun: ${name} must not be ".+"$`));
    expect(fetch).not.toHaveBeenCalled();
  });

  it('waits for onProgress, and rejects with what it throws', async () => {
    const error = new Error('thrown by the test');
    await withServer(respondWith(ENDED.completed), async (baseUrl) => {
      const options = { onProgress: () => Promise.reject(error) };
      await expect(waitForRun(createClient({ baseUrl }), { ...workspace, run_id: 'r1' }, options)).rejects.toBe(error);
    });
  });

  it.each([
    ['a run cannot be started', always(409, '{"code":409,"message":"A run has not ended."}'), 409],
    ['a gateway responds', always(200, 'null'), 200],
  ])('rejects with an ApiError when %s', async (_, listener, status) => {
    await withServer(listener, async (baseUrl) => {
      const call = runToEnd(createClient({ baseUrl }), { ...workspace, id: 'ae1' });
      await expect(call).rejects.toMatchObject({ name: 'ApiError', operation: 'runAgentEvaluation', status });
    });
  });

  it('requests the service once and without delay to stop the run, and waits for its end', async () => {
    const stop = new AbortController();
    const listener = inTurn(
      respondWith({ status: 'running' }, { 'retry-after': '20' }),
      respondWith({ status: 'running', cancel_requested: true }, {}, 202),
      respondWith({ status: 'running', cancel_requested: true }),
      respondWith(ENDED.cancelled),
    );
    await withServer(listener, async (baseUrl, received) => {
      // After the client has started to wait.
      const onProgress = () => void setImmediate(() => stop.abort());
      const options = { stop: stop.signal, onProgress, poll: { baseDelay: 1 } };
      const result = await waitForRun(createClient({ baseUrl }), { ...workspace, run_id: 'r1' }, options);
      expect(result.status).toBe('cancelled');
      expect(received.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET']);
      expect(received[1]?.url).toMatch(/\/r1\/stop$/);
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    });
  });

  it('resolves to a run that ended before it could be stopped', async () => {
    const listener = inTurn(
      respondWith({}),
      always(409, '{"code":409,"message":"It has ended."}'),
      respondWith(ENDED.completed),
    );
    await withServer(listener, async (baseUrl) => {
      const options = { stop: AbortSignal.abort(), poll };
      const result = await waitForRun(createClient({ baseUrl }), { ...workspace, run_id: 'r1' }, options);
      expect(result.status).toBe('completed');
    });
  });

  it('rejects with any other error of the request to stop', async () => {
    await withServer(inTurn(respondWith({}), always(403, '{"code":403,"message":"No."}')), async (baseUrl) => {
      const call = waitForRun(
        createClient({ baseUrl }),
        { ...workspace, run_id: 'r1' },
        { stop: AbortSignal.abort(), poll },
      );
      await expect(call).rejects.toMatchObject({ operation: 'stopEvaluationRun', status: 403 });
    });
  });

  it('ends when its signal aborts, without stopping the run, and removes its listener', async () => {
    await withServer(respondWith({}, { 'retry-after': '20' }), async (baseUrl, received) => {
      const controller = new AbortController();
      const reason = new Error('aborted by the test');
      // After the client has started to wait.
      const onProgress = () => void setImmediate(() => controller.abort(reason));
      const options = { signal: controller.signal, onProgress };
      const call = waitForRun(createClient({ baseUrl }), { ...workspace, run_id: 'r1' }, options);
      await expect(call).rejects.toBe(reason);
      expect(received.map(({ method }) => method)).toEqual(['GET']);
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    });
  });

  it.each([
    ['between two requests', respondWith({}, { 'retry-after': '20' })],
    ['while the service does not respond', inTurn(respondWith({}), hang)],
  ])('ends with a TimeoutError after maxWait %s', async (_, listener) => {
    await withServer(listener, async (baseUrl) => {
      const error = await waitForRun(
        createClient({ baseUrl }),
        { ...workspace, run_id: 'r1' },
        { maxWait: 200, poll: { baseDelay: 1 } },
      ).catch((error) => error);
      expect(isTimeoutError(error)).toBe(true);
      expect(error.operation).toBe('getEvaluationRun');
    });
  });
});
