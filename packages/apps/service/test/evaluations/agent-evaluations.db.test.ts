import { builtInEvaluations } from '@aispm/evaluations';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { addAgent, evaluationId, T, WORKSPACE } from './fixture.ts';

describeOnDatabases('attached evaluations', (kind) => {
  let service: TestService;
  let token: string;
  let agent: string;
  beforeAll(async () => {
    // No worker: queued runs stay queued.
    service = await startService(kind, { runsWorker: false });
    token = await service.key([WORKSPACE]);
    agent = await addAgent(service.database);
  });
  afterAll(() => service.close());

  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await service.send(path, {
      token,
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as any };
  };
  const path = (id = '') => `/eval/agent-evaluations${T}${id && `/${id}`}`;
  const attach = (body: object) =>
    call('POST', path(), { agent_id: agent, evaluation_id: evaluationId('Prompt injection'), ...body });
  const readRow = (id: string) =>
    service.database.system((db) =>
      db.selectFrom('agent_evaluations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );

  it('are attached from a catalogue with every built-in evaluation, sorted by name', async () => {
    const { body } = await call('GET', `/eval/evaluations${T}?page_size=100`);
    const names = builtInEvaluations.map(({ item }) => item.name).sort();
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(body).toMatchObject({ page: 1, total_count: names.length, total_pages: 1 });
    const metrics = await call('GET', `/eval/evaluations${T}?approach=metric&name=GUARDRAIL&order=DESC&page_size=2`);
    expect(metrics.body.items.map(({ name }: { name: string }) => name)).toEqual([
      'Guardrail unredacted rate',
      'Guardrail unblocked rate',
    ]);
    expect(metrics.body).toMatchObject({ total_count: 3, total_pages: 2 });
    const single = await call('GET', `/eval/evaluations${T}/${evaluationId('Prompt injection')}`);
    expect(single.body).toEqual(builtInEvaluations.find(({ item }) => item.name === 'Prompt injection')?.item);
    expect((await call('GET', `/eval/evaluations${T}/none`)).status).toBe(404);
  });

  it('have the name of the evaluation, default settings and no run', async () => {
    const { status, headers, body } = await attach({});
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1${path(body.id)}`);
    expect(body).toMatchObject({
      name: 'Prompt injection',
      config: {},
      weight: 1,
      run_requested: false,
      score_trend: [],
    });
    expect(body).toMatchObject({ latest_run_id: null, latest_run_cancel_requested: false });
    expect('schedule' in body).toBe(false);
    const read = await call('GET', path(body.id));
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('are rejected without agent or evaluation, or with invalid settings', async () => {
    const rejection = async (body: object) => {
      const response = await call('POST', path(), body);
      return [response.status, ...Object.keys(response.body.details ?? {})];
    };
    const evaluation_id = evaluationId('Prompt injection');
    expect(await rejection({})).toEqual([422, 'body/agent_id', 'body/evaluation_id']);
    expect(await rejection({ agent_id: 'none', evaluation_id: 'none' })).toEqual([
      422,
      'body/agent_id',
      'body/evaluation_id',
    ]);
    expect(await rejection({ agent_id: evaluation_id, evaluation_id })).toEqual([422, 'body/agent_id']);
    const config = { num_prompts: 5_000 };
    expect(await rejection({ agent_id: agent, evaluation_id, config })).toEqual([422, 'body/config/num_prompts']);
    const techniques = { attack_techniques: ['telepathy'] };
    expect(await rejection({ agent_id: agent, evaluation_id, config: techniques })).toEqual([422, 'body/config']);
  });

  it.each([
    [{ config: { max_turns: 'many' } }, { 'body/config/max_turns': 'must be integer, got "many"' }],
    [{ config: { dataset: [] } }, { 'body/config/dataset': expect.any(String) }],
    [{ config: { request: { modell: 'x' } } }, { 'body/config/request/modell': 'is not a known field' }],
    [{ weight: 5 }, { 'body/weight': 'must be <= 1, got 5' }],
    [{ weight: -1 }, { 'body/weight': 'must be >= 0, got -1' }],
  ])('are neither attached nor changed with values that the service does not support: %j', async (values, details) => {
    const target = { agent_id: agent, evaluation_id: evaluationId('Prompt injection') };
    const attached = await attach({});
    const responses = [
      await call('POST', path(), { ...target, ...values }),
      await call('PATCH', path(attached.body.id), values),
    ];
    for (const { status, body } of responses)
      expect([status, body.reason, body.details]).toEqual([422, 'unsupported_value', details]);
    expect((await call('GET', path(attached.body.id))).body).toEqual(attached.body);
  });

  it('keep settings of any form that the service does not know', async () => {
    const config = { mood: ['any', { deep: null }], rounds: 'many' };
    const { status, body } = await attach({ config });
    expect([status, body.config]).toEqual([201, config]);
  });

  it('only change in the given fields, and only if the entity tag matches', async () => {
    const { body, headers } = await attach({
      name: 'Weekly check',
      config: { num_prompts: 10, max_turns: 2 },
      weight: 0.5,
    });
    const etag = headers.get('etag') as string;
    const changed = await call('PATCH', path(body.id), { config: { num_prompts: 20 } }, { 'if-match': etag });
    expect(changed.body).toMatchObject({ name: 'Weekly check', config: { num_prompts: 20 }, weight: 0.5 });
    expect(changed.body.config).toEqual({ num_prompts: 20 });
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThan(Date.parse(body.updated_at));
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect((await call('PATCH', path(body.id), { weight: 1 }, { 'if-match': etag })).status).toBe(412);
    expect((await call('DELETE', path(body.id), undefined, { 'if-match': etag })).status).toBe(412);
    expect((await call('PATCH', path(body.id), { weight: 1 }, { 'if-match': '*' })).status).toBe(200);
    expect((await call('PATCH', path('none'), { weight: 1 })).status).toBe(404);
    const current = (await call('GET', path(body.id))).headers.get('etag') as string;
    expect((await call('DELETE', path(body.id), undefined, { 'if-match': current })).status).toBe(204);
    expect((await call('DELETE', path(body.id))).status).toBe(404);
  });

  it('accept one of several concurrent changes to the same version', async () => {
    const { body, headers } = await attach({});
    const version = { 'if-match': headers.get('etag') as string };
    const responses = await Promise.all(
      [0.1, 0.2, 0.3, 0.4].map((weight) => call('PATCH', path(body.id), { weight }, version)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('are scheduled from when the schedule is set, and unscheduled with null', async () => {
    const hourMs = 3_600_000;
    const { body } = await attach({ schedule: 'daily' });
    expect(body.schedule).toBe('daily');
    const hoursUntilNextRun = async () =>
      (Date.parse((await readRow(body.id)).next_run_at ?? '') - Date.now()) / hourMs;
    expect(await hoursUntilNextRun()).toBeCloseTo(24, 1);
    await call('PATCH', path(body.id), { schedule: 'weekly' });
    expect(await hoursUntilNextRun()).toBeCloseTo(7 * 24, 1);
    await call('PATCH', path(body.id), { name: 'Other name' });
    expect((await readRow(body.id)).schedule).toBe('weekly');
    const removed = await call('PATCH', path(body.id), { schedule: null });
    expect('schedule' in removed.body).toBe(false);
    expect((await readRow(body.id)).next_run_at).toBeNull();
  });

  it('are filtered by agent, evaluation, name, schedule and status of the latest run', async () => {
    const other = await addAgent(service.database);
    const created = await Promise.all(
      [
        { name: 'b of 100%', schedule: 'monthly' },
        { name: 'A of 100%' },
        { name: 'c', evaluation_id: evaluationId('Success rate') },
      ].map(async (fields) => (await attach({ agent_id: other, ...fields })).body.id as string),
    );
    const [b, a, c] = created as [string, string, string];
    expect((await call('POST', `${path(a)}/run`)).status).toBe(202);
    const found = async (query: string) =>
      (await call('GET', `${path()}?agent_id=${other}&${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await found('')).toEqual([a, b, c]);
    expect(await found('order=DESC')).toEqual([c, b, a]);
    expect(await found(`name=${encodeURIComponent('OF 100%')}`)).toEqual([a, b]);
    expect(await found('schedule=monthly&schedule=daily')).toEqual([b]);
    expect(await found(`evaluation_id=${evaluationId('Success rate')}`)).toEqual([c]);
    expect(await found('latest_run_status=queued')).toEqual([a]);
    expect(await found('latest_run_status=completed')).toEqual([]);
    expect((await call('GET', `${path()}?agent_id=none`)).body).toMatchObject({
      items: [],
      total_count: 0,
      total_pages: 0,
    });
  });

  it('keep a run queued until a stop ends it if there is no worker', async () => {
    const { body } = await attach({ name: 'without a worker' });
    const run = (await call('POST', `${path(body.id)}/run`)).body.id;
    expect((await call('GET', `/eval/evaluation-runs${T}/${run}`)).headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await call('POST', `/eval/evaluation-runs${T}/${run}/stop`)).status).toBe(202);
    const ended = await vi.waitUntil(
      async () => {
        const response = await call('GET', `/eval/evaluation-runs${T}/${run}`);
        return response.body.finished_at !== null && response;
      },
      { timeout: TIMEOUT_MS },
    );
    expect(ended).toMatchObject({ body: { status: 'cancelled' } });
    expect(ended?.headers.has('retry-after')).toBe(false);
  });

  it("show the requested stop of another process's run until it ends", async () => {
    const { body } = await attach({ name: 'other process' });
    const run = (await call('POST', `${path(body.id)}/run`)).body.id;
    const updateRun = (values: object) =>
      service.database.system((db) => db.updateTable('evaluation_runs').set(values).where('id', '=', run).execute());
    const lease_expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await updateRun({ status: 'running', lease_owner: 'other-process', lease_expires_at });
    const stop = () => call('POST', `/eval/evaluation-runs${T}/${run}/stop`);
    const first = await stop();
    expect(first).toMatchObject({ status: 202, body: { status: 'running', cancel_requested: true } });
    expect((await stop()).body).toEqual(first.body);
    expect((await call('GET', path(body.id))).body).toMatchObject({
      run_requested: false,
      latest_run_status: 'running',
      latest_run_cancel_requested: true,
    });
    await updateRun({ status: 'cancelled', finished_at: new Date().toISOString() });
    expect((await call('GET', path(body.id))).body.latest_run_cancel_requested).toBe(false);
    expect((await stop()).status).toBe(409);
  });

  it('show the latest score and a trend of five scores', async () => {
    const { body } = await attach({ name: 'scores' });
    const keys = { tenant_id: WORKSPACE.tenantId, workspace_id: WORKSPACE.workspaceId, agent_evaluation_id: body.id };
    const scores = [0.1, 0.2, 0.3, null, 0.4, 0.5, 0.6, null];
    for (const [index, score] of scores.entries()) {
      const at = new Date(Date.UTC(2026, 0, index + 1)).toISOString();
      const summary = score === null ? null : JSON.stringify({ score, total: 1, passed: 1, failed: 0, errored: 0 });
      await service.database.system((db) =>
        db
          .insertInto('evaluation_runs')
          .values({
            ...keys,
            id: `${body.id}-${index}`,
            evaluation_id: body.evaluation_id,
            agent_id: agent,
            config: '{}',
            status: score === null ? 'failed' : 'completed',
            progress: score === null ? 0.5 : 1,
            trigger: 'manual',
            score,
            summary,
            error_kind: score === null ? 'timeout' : null,
            error_message: score === null ? 'Too long.' : null,
            created_at: at,
            started_at: at,
            finished_at: at,
          })
          .execute(),
      );
    }
    const now = await call('GET', path(body.id));
    expect(now.body).toMatchObject({
      latest_run_id: `${body.id}-7`,
      latest_run_status: 'failed',
      latest_run_summary: null,
      latest_scored_run_id: `${body.id}-6`,
      latest_scored_run_summary: { score: 0.6 },
      score_trend: [0.2, 0.3, 0.4, 0.5, 0.6],
    });
  });

  it('are invisible in other workspaces', async () => {
    const { body } = await attach({ name: 'ours' });
    const run = (await call('POST', `${path(body.id)}/run`)).body.id;
    const foreign = await service.key([{ tenantId: 'other', workspaceId: 'main' }]);
    const theirs = T.replace('acme', 'other');
    const statuses = await Promise.all(
      [
        ['GET', `/eval/agent-evaluations${theirs}/${body.id}`],
        ['PATCH', `/eval/agent-evaluations${theirs}/${body.id}`],
        ['DELETE', `/eval/agent-evaluations${theirs}/${body.id}`],
        ['POST', `/eval/agent-evaluations${theirs}/${body.id}/run`],
        ['GET', `/eval/evaluation-runs${theirs}/${run}`],
        ['GET', `/eval/evaluation-runs${theirs}/${run}/results`],
        ['POST', `/eval/evaluation-runs${theirs}/${run}/stop`],
        ['GET', `/eval/agent-evaluations${T}/${body.id}`],
      ].map(async ([method, url]) => {
        const json = method === 'PATCH' && { body: '{"weight":0}', headers: { 'content-type': 'application/json' } };
        return (await service.send(url as string, { token: foreign, method: method as string, ...json })).status;
      }),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 403]);
  });
});
