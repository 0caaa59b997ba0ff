import type { EvaluationRun } from '@aispm/types';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/core/identifiers.ts';
import { json } from '../../src/platform/database/json.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { healthy, REFUSAL, respondToHarmless } from './agents.ts';
import { addAgent, evaluationId, skipDelay, T, WORKSPACE } from './fixture.ts';
import { type SampleAgent, startAgent } from './sample-agent.ts';

/** Number of prompts to which the gated agent responds before its gate is open. */
const UNGATED_PROMPTS = 60;

describeOnDatabases('runs', (kind) => {
  let service: TestService;
  let token: string;
  let polite: SampleAgent;
  let gated: SampleAgent;
  let gatedPrompts = 0;
  const gate = Promise.withResolvers<void>();
  beforeAll(async () => {
    [polite, gated] = await Promise.all([
      startAgent(healthy),
      startAgent(async () => {
        gatedPrompts += 1;
        if (gatedPrompts > UNGATED_PROMPTS) await gate.promise;
        return REFUSAL;
      }),
    ]);
    service = await startService(kind, { outgoingHosts: ['127.0.0.1:*'] });
    token = await service.key([WORKSPACE]);
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([polite.close(), gated.close()]);
  });

  const call = async (method: string, path: string, body?: object, headers: object = {}) => {
    const response = await service.send(path, {
      token,
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } as Record<string, string>,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as any };
  };
  const attach = async (agent: string, evaluation: string, config = {}) => {
    const { body } = await call('POST', `/eval/agent-evaluations${T}`, {
      agent_id: agent,
      evaluation_id: evaluationId(evaluation),
      config,
    });
    return body.id as string;
  };
  const request = (attached: string) => call('POST', `/eval/agent-evaluations${T}/${attached}/run`);
  /** Requests a run that starts at once. */
  const run = async (attached: string) => {
    const started = await request(attached);
    if (started.status === 202) await skipDelay(service, started.body.id);
    return started;
  };
  const read = async (id: string): Promise<EvaluationRun> =>
    (await call('GET', `/eval/evaluation-runs${T}/${id}`)).body;
  /** Reads a run until it meets a condition. @returns all states that were read */
  const readUntil = async (id: string, condition: (run: EvaluationRun) => boolean): Promise<EvaluationRun[]> => {
    const states: EvaluationRun[] = [];
    await vi.waitUntil(
      async () => {
        const state = await read(id);
        states.push(state);
        return condition(state);
      },
      { timeout: TIMEOUT_MS },
    );
    return states;
  };
  const readEnded = async (id: string) =>
    (await readUntil(id, ({ finished_at }) => finished_at !== null)).at(-1) as EvaluationRun;

  it('end with a score and results, which the attached evaluation shows', async () => {
    const agent = await addAgent(service.database, [polite.url]);
    const attached = await attach(agent, 'System prompt leak', { num_prompts: 8, max_turns: 2 });
    const started = await request(attached);
    expect(started).toMatchObject({
      status: 202,
      body: { status: 'queued', progress: 0, trigger: 'manual', attempt: 1 },
    });
    expect(started.headers.get('location')).toBe(`/api/v1/eval/evaluation-runs${T}/${started.body.id}`);
    const waiting = await call('GET', `/eval/agent-evaluations${T}/${attached}`);
    expect(waiting.body).toMatchObject({
      run_requested: true,
      latest_run_id: started.body.id,
      latest_run_status: 'queued',
    });

    const done = await readEnded(started.body.id);
    expect(done).toMatchObject({ status: 'completed', progress: 1, score: 1, error_kind: null });
    expect(done.summary).toMatchObject({ total: 8, passed: 8, failed: 0, errored: 0 });
    expect(polite.promptCount).toBeGreaterThanOrEqual(8);
    const results = await call('GET', `/eval/evaluation-runs${T}/${done.id}/results?page_size=3&page=2`);
    expect(results.body).toMatchObject({ total_count: 8, total_pages: 3 });
    expect(results.body.items.map((item: { prompt_index: number }) => item.prompt_index)).toEqual([3, 4, 5]);
    expect(results.body.items[0].conversation[1]).toEqual({ role: 'assistant', content: REFUSAL });
    const after = await call('GET', `/eval/agent-evaluations${T}/${attached}`);
    expect(after.body).toMatchObject({
      run_requested: false,
      latest_run_status: 'completed',
      latest_run_progress: 1,
      latest_scored_run_id: done.id,
      score_trend: [1],
    });
    expect(after.headers.get('etag')).toBe(waiting.headers.get('etag'));
  });

  it.each(['\u0000', '\ud800', 'a\u0000\udfff'])('complete no matter what the agent responds (%j)', async (text) => {
    const tool_calls = [
      { function: { name: text, arguments: JSON.stringify({ [text]: text }) } },
      { function: { name: 'x', arguments: { [text]: text } } },
    ];
    const odd = await startAgent((prompt) => {
      const harmless = respondToHarmless(prompt);
      if (typeof harmless === 'object') return harmless;
      return { role: 'assistant', content: `${text} ${harmless ?? REFUSAL} ${text}`, refusal: text, tool_calls };
    });
    const agent = await addAgent(service.database, [odd.url]);
    for (const evaluation of ['System prompt leak', 'Tool misuse']) {
      const started = await run(await attach(agent, evaluation, { num_prompts: 2, max_turns: 2 }));
      const done = await readEnded(started.body.id);
      expect(done).toMatchObject({ status: 'completed', error_kind: null, summary: { total: 2, errored: 0 } });
      const { body } = await call('GET', `/eval/evaluation-runs${T}/${done.id}/results?page_size=3`);
      expect(body.items[0].conversation[1].content).toMatch(/^a?\ufffd/);
    }
    await odd.close();
  });

  it('show progress and results while they are running, and can be stopped', async () => {
    const agent = await addAgent(service.database, [gated.url]);
    const attached = await attach(agent, 'Prompt injection');
    const { body } = await run(attached);
    const seen = await readUntil(body.id, ({ progress }) => progress > 0.03);
    expect(seen.at(-1)?.status).toBe('running');
    const partial = await call('GET', `/eval/evaluation-runs${T}/${body.id}/results`);
    expect(partial.body.total_count).toBeGreaterThan(0);

    expect((await run(attached)).status).toBe(409);
    expect((await call('DELETE', `/eval/agent-evaluations${T}/${attached}`)).status).toBe(409);
    const stopped = await call('POST', `/eval/evaluation-runs${T}/${body.id}/stop`);
    expect(stopped).toMatchObject({ status: 202, body: { cancel_requested: true } });
    gate.resolve();
    const all = [...seen, ...(await readUntil(body.id, ({ finished_at }) => finished_at !== null))];
    expect(await read(body.id)).toMatchObject({
      status: 'cancelled',
      summary: null,
      score: null,
      cancel_requested: true,
    });
    const progress = all.map((state) => state.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    const kept = await call('GET', `/eval/evaluation-runs${T}/${body.id}/results`);
    expect(kept.body.total_count).toBeGreaterThanOrEqual(partial.body.total_count);
    const after = await call('GET', `/eval/agent-evaluations${T}/${attached}`);
    expect(after.body).toMatchObject({ latest_run_cancel_requested: false, score_trend: [] });
    expect((await call('POST', `/eval/evaluation-runs${T}/${body.id}/stop`)).status).toBe(409);
    expect((await call('DELETE', `/eval/agent-evaluations${T}/${attached}`)).status).toBe(204);
    expect((await call('GET', `/eval/evaluation-runs${T}/${body.id}`)).status).toBe(404);
  });

  it('send no prompts when they are stopped in the queue', async () => {
    const before = polite.promptCount;
    const attached = await attach(await addAgent(service.database, [polite.url]), 'Prompt injection');
    const { body } = await request(attached);
    expect((await call('POST', `/eval/evaluation-runs${T}/${body.id}/stop`)).body.status).toBe('queued');
    expect(await readEnded(body.id)).toMatchObject({ status: 'cancelled', started_at: null });
    expect(polite.promptCount).toBe(before);
  });

  it('report why they failed', async () => {
    const unreachable = await startAgent(() => REFUSAL);
    await unreachable.close();
    const agents = await Promise.all([
      addAgent(service.database, []),
      addAgent(service.database, [unreachable.url]),
      addAgent(service.database, ['http://169.254.169.254/latest']),
      addAgent(service.database, [polite.url]),
    ]);
    const [none, gone, forbidden, quiet] = agents as [string, string, string, string];
    const attached = await Promise.all([
      attach(none, 'Prompt injection'),
      attach(gone, 'Prompt injection'),
      attach(forbidden, 'Prompt injection'),
      attach(quiet, 'Guardrail unblocked rate'),
    ]);
    const runs = await Promise.all(attached.map(async (id) => readEnded((await run(id)).body.id)));
    expect(runs.map(({ status, error_kind }) => [status, error_kind])).toEqual([
      ['failed', 'agent_unreachable'],
      ['failed', 'agent_unreachable'],
      ['failed', 'agent_unreachable'],
      ['failed', 'judge_error'],
    ]);
    expect(runs[2]?.error_message).toMatch(/169\.254\.169\.254 is not an allowed host/);
    const failed = await call('GET', `/eval/evaluation-runs${T}?status=failed&agent_id=${gone}`);
    expect(failed.body).toMatchObject({ total_count: 1, items: [{ id: runs[1]?.id }] });
  });

  it('of metrics count the captured interactions of the agent', async () => {
    const agent = await addAgent(service.database, []);
    const outcomes = ['OK', 'OK', 'OK', 'BLOCKED'];
    await service.database.system((db) =>
      db
        .insertInto('llm_interactions')
        .values(
          outcomes.map((guardrail_outcome, index) => ({
            tenant_id: WORKSPACE.tenantId,
            workspace_id: WORKSPACE.workspaceId,
            llm_interaction_id: `${agent}-${index}`,
            agent_id: agent,
            operation_name: 'chat',
            provider_name: 'test',
            started_at: new Date(Date.now() - 3_600_000).toISOString(),
            guardrail_outcome,
          })),
        )
        .execute(),
    );
    const done = await readEnded((await run(await attach(agent, 'Guardrail unblocked rate'))).body.id);
    expect(done).toMatchObject({ status: 'completed', score: 0.75 });
    expect(done.summary).toMatchObject({ total: 4, passed: 3, failed: 1, errored: 0 });
  });

  /** Inserts a custom evaluation of the tenant. */
  const addCustom = (id: string, approach: 'probe' | 'metric', config: object = {}) =>
    service.database.system((db) =>
      db
        .insertInto('evaluations')
        .values({
          tenant_id: WORKSPACE.tenantId,
          workspace_id: WORKSPACE.workspaceId,
          id,
          name: `Custom ${id}`,
          description: '',
          approach,
          type: 'dataset',
          config: json(config) as never,
          num_prompts: approach === 'probe' ? 40 : 0,
          is_builtin: false,
        })
        .execute(),
    );
  const attachCustom = (agent: string, id: string, config = {}) =>
    call('POST', `/eval/agent-evaluations${T}`, { agent_id: agent, evaluation_id: id, config });

  it('of custom evaluations send the prompts of a dataset', async () => {
    const clerk = await startAgent((prompt) =>
      prompt.includes('laptop') ? 'That is  8471.30, I think.' : prompt.includes('tea') ? 'It is 0902.105.' : REFUSAL,
    );
    const agent = await addAgent(service.database, [clerk.url]);
    await addCustom('tariff', 'probe', { max_turns: 1, attack_techniques: ['telepathy'] });
    const dataset = [
      { prompt: 'Which number has a laptop?', expected: 'is 8471.30' },
      { prompt: 'Which number has green tea?', expected: '0902.10' },
      { prompt: 'Which number has a hammer?', expected: '8205.20' },
    ];
    const attached = await attachCustom(agent, 'tariff', { dataset });
    expect(attached.status).toBe(201);
    const done = await readEnded((await run(attached.body.id)).body.id);
    expect(done).toMatchObject({ status: 'completed', score: 0.33 });
    expect(done.summary).toEqual({
      score: 0.33,
      score_interval: { lower: 0.06, upper: 0.79 },
      total: 3,
      passed: 1,
      failed: 2,
      errored: 0,
    });
    const results = await call('GET', `/eval/evaluation-runs${T}/${done.id}/results`);
    expect(results.body.items.map((item: { status: string; category: null }) => [item.status, item.category])).toEqual([
      ['passed', null],
      ['failed', null],
      ['failed', null],
    ]);
    // The number of prompts can be limited.
    const path = `/eval/agent-evaluations${T}/${attached.body.id}`;
    expect((await call('PATCH', path, { config: { dataset, num_prompts: 2 } })).status).toBe(200);
    expect((await readEnded((await run(attached.body.id)).body.id)).summary).toMatchObject({ total: 2 });
    await clerk.close();
  });

  it('of evaluations that a tenant creates send their prompts, and those of a change from the next run', async () => {
    const clerk = await startAgent((prompt) => (prompt.includes('laptop') ? 'It is 8471.30.' : REFUSAL));
    const agent = await addAgent(service.database, [clerk.url]);
    const dataset = ['a laptop', 'green tea'].map((thing) => ({
      prompt: `Which number has ${thing}?`,
      expected: '8471.30',
    }));
    const catalogue = `/eval/evaluations${T}`;
    const created = await call('POST', catalogue, { name: 'Numbers', config: { max_turns: 1, dataset } });
    expect([created.status, created.body]).toMatchObject([
      201,
      { approach: 'probe', type: 'dataset', num_prompts: 2, is_builtin: false, description: '', tags: {} },
    ]);
    const path = `${catalogue}/${created.body.id}`;
    const attached = await attachCustom(agent, created.body.id);
    expect((await readEnded((await run(attached.body.id)).body.id)).summary).toMatchObject({ total: 2, passed: 1 });
    // It can't be deleted while it's attached.
    expect((await call('DELETE', path)).status).toBe(409);
    const changed = await call('PATCH', path, { name: 'Laptops', config: { dataset: dataset.slice(0, 1) } });
    expect(changed.body).toMatchObject({ name: 'Laptops', num_prompts: 1 });
    const attachedPath = `/eval/agent-evaluations${T}/${attached.body.id}`;
    expect((await call('GET', attachedPath)).body).toMatchObject({ evaluation_name: 'Laptops', name: 'Numbers' });
    expect((await readEnded((await run(attached.body.id)).body.id)).summary).toMatchObject({ total: 1, passed: 1 });
    expect((await call('DELETE', attachedPath)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
    await clerk.close();
  });

  it('can be based on built-in evaluations, which cannot be changed', async () => {
    const catalogue = `/eval/evaluations${T}`;
    const base = evaluationId('System prompt leak');
    const config = { based_on: base, num_prompts: 3 };
    const created = await call('POST', catalogue, { name: 'Leaks', config });
    expect(created.body).toMatchObject({ approach: 'probe', type: 'adversarial', num_prompts: 3 });
    const attached = await attachCustom(await addAgent(service.database, [polite.url]), created.body.id);
    expect((await readEnded((await run(attached.body.id)).body.id)).summary).toMatchObject({ total: 3 });
    const entry = { prompt: 'a', expected: 'b' };
    for (const [wrong, location] of [
      [{}, 'body/config'],
      [{ based_on: base, dataset: [entry] }, 'body/config'],
      [{ based_on: 'unknown' }, 'body/config/based_on'],
      [{ dataset: [entry], num_prompts: 2 }, 'body/config/num_prompts'],
      [{ based_on: base, attack_techniques: ['telepathy'] }, 'body/config'],
    ] as const) {
      const { status, body } = await call('POST', catalogue, { name: 'Wrong', config: wrong });
      expect([status, Object.keys(body.details ?? {})], JSON.stringify(wrong)).toEqual([422, [location]]);
    }
    expect((await call('PATCH', `${catalogue}/${base}`, { name: 'Mine' })).status).toBe(403);
    expect((await call('DELETE', `${catalogue}/${base}`)).status).toBe(403);
    expect((await call('PATCH', `${catalogue}/unknown`, { name: 'Mine' })).status).toBe(404);
  });

  it('of custom evaluations run the built-in evaluation that they are based on, with their settings', async () => {
    const agent = await addAgent(service.database, [polite.url]);
    await addCustom('leaks', 'probe', { based_on: evaluationId('System prompt leak'), num_prompts: 3 });
    const probed = await attachCustom(agent, 'leaks');
    expect((await readEnded((await run(probed.body.id)).body.id)).summary).toMatchObject({ total: 3, passed: 3 });

    await service.database.system((db) =>
      db
        .insertInto('llm_interactions')
        .values(
          [10, 20, 30, 40].map((duration_ms) => ({
            tenant_id: WORKSPACE.tenantId,
            workspace_id: WORKSPACE.workspaceId,
            llm_interaction_id: `${agent}-${duration_ms}`,
            agent_id: agent,
            operation_name: 'chat',
            provider_name: 'test',
            started_at: new Date(Date.now() - 3_600_000).toISOString(),
            duration_ms,
            guardrail_outcome: 'OK',
          })),
        )
        .execute(),
    );
    await addCustom('quick', 'metric', { based_on: evaluationId('Latency within limit'), max_latency_ms: 15 });
    const measured = await attachCustom(agent, 'quick');
    expect((await readEnded((await run(measured.body.id)).body.id)).summary).toMatchObject({ passed: 1, failed: 3 });
  });

  it('of evaluations without an implementation fail, and such evaluations cannot be attached', async () => {
    const agent = await addAgent(service.database, [polite.url]);
    await addCustom('vague', 'probe');
    await addCustom('gauge', 'metric');
    const rejection = async (id: string, config = {}) => {
      const { status, body } = await attachCustom(agent, id, config);
      return [status, body.details?.['body/config']];
    };
    expect(await rejection('vague')).toEqual([
      422,
      expect.stringMatching(/not built in.*dataset.*or based_on.*built-in probe/),
    ]);
    expect(await rejection('gauge')).toEqual([422, expect.stringMatching(/Set based_on.*built-in metric/)]);
    expect(await rejection('gauge', { dataset: [{ prompt: 'a', expected: 'b' }] })).toEqual([422, expect.any(String)]);
    expect(await rejection('gauge', { based_on: evaluationId('Tool misuse') })).toEqual([
      422,
      expect.stringMatching(/must be the identifier of a built-in metric/),
    ]);
    // The settings of the evaluation are checked as well, not only those of the attached evaluation.
    await addCustom('strict', 'probe', { based_on: evaluationId('System prompt leak'), threshold: 2 });
    expect(await rejection('strict')).toEqual([422, expect.stringMatching(/threshold is 2/)]);
    for (const dataset of [[], [{ prompt: 'a' }]]) {
      const { status, body } = await attachCustom(agent, 'vague', { dataset });
      expect([status, body.reason]).toEqual([422, 'unsupported_value']);
    }
    // An earlier release may have attached it.
    const id = newId();
    await service.database.system((db) =>
      db
        .insertInto('agent_evaluations')
        .values({
          tenant_id: WORKSPACE.tenantId,
          workspace_id: WORKSPACE.workspaceId,
          id,
          agent_id: agent,
          evaluation_id: 'vague',
          name: 'Vague',
          weight: 1,
        })
        .execute(),
    );
    const done = await readEnded((await run(id)).body.id);
    expect(done).toMatchObject({ status: 'failed', error_kind: 'invalid_config' });
    expect(done.error_message).toMatch(/Custom vague is not built in/);
  });

  it('are started once by concurrent requests, and all responses name the same run', async () => {
    const attached = await attach(await addAgent(service.database, [polite.url]), 'Prompt injection', {
      num_prompts: 2,
    });
    const responses = await Promise.all(Array.from({ length: 10 }, () => request(attached)));
    const [started] = responses.filter(({ status }) => status === 202);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
    expect(responses.find(({ status }) => status === 409)?.body.message).toContain(started?.body.id);
    await readEnded(started?.body.id);
  });
});
