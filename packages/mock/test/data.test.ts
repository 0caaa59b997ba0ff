/** Records that programs create are complete, and all counts are computed from them. */
import { createMock, type DataList, type Mock, type MockData, type MockOptions, SettingError } from '@aispm/mock';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { BASE, TOKEN } from './support.ts';

type Row = Record<string, unknown>;

const SCOPE = 'tenants/halden-freight/workspaces/production';

/** Reads from a mock. */
const reader =
  (mock: Mock) =>
  async (path: string, token = TOKEN): Promise<Row> => {
    const response = await mock.fetch(`${BASE}/${path}`, { headers: token });
    const body = (await response.json()) as Row;
    expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body;
  };

/** Calls a function when its result is needed for the first time. */
function once<T>(call: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: call() };
    return result.value;
  };
}

const items = async (page: Promise<Row>) => (await page).items as Row[];

async function patch(mock: Mock, path: string, body: object, token = TOKEN): Promise<void> {
  const headers = { ...token, 'content-type': 'application/json' };
  const response = await mock.fetch(`${BASE}/${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
}

/** The types of records, with the paths of single records. */
const PATHS = {
  agents: ['aispm-agents', 'aispm_object_id'],
  models: ['aispm-models', 'aispm_object_id'],
  tools: ['aispm-tools', 'aispm_object_id'],
  mcpServers: ['aispm-mcp-servers', 'aispm_object_id'],
  assets: ['aispm-assets', 'asset_id'],
  locations: ['locations', 'location_id'],
  rules: ['rules', 'rule_id'],
  issues: ['issues', 'issue_id'],
  fineGrainedIssues: ['fine-grained-issues', 'fine_grained_issue_id'],
  scans: ['scans', 'scan_id'],
  evaluations: ['eval/evaluations', 'id'],
  agentEvaluations: ['eval/agent-evaluations', 'id'],
  evaluationRuns: ['eval/evaluation-runs', 'id'],
  llmInteractions: ['aispm-llm-interactions', 'llm_interaction_id'],
} as const;

const MODES: [string, MockOptions][] = [
  ['without state', {}],
  ['with state', { stateful: true }],
  ['of the scenario empty', { scenario: 'empty' }],
  ['of generated records', { dynamic: true, rows: 20 }],
];

describe.each(MODES)('a mock %s', (_, options) => {
  /** A mock with a new record of each type, which creates the records that it needs. */
  const create = once(async () => {
    const created = new Map<string, Row>();
    const mock = await createMock({
      ...options,
      seed(data) {
        for (const kind of Object.keys(PATHS).toReversed() as (keyof typeof PATHS)[])
          created.set(kind, data[kind].create() as unknown as Row);
      },
    });
    return { created, mock };
  });

  it.each(Object.entries(PATHS))('has created %s, without any properties', async (kind, [path, id]) => {
    const { mock, ...records } = await create();
    const created = records.created.get(kind) ?? {};
    const get = reader(mock);
    const listed = await items(get(`${path}/${SCOPE}?page_size=100`));
    expect(listed.map((row) => row[id])).toContain(created[id]);
    const record = await get(`${path}/${SCOPE}/${created[id]}`);
    expect(record).toMatchObject({ [id]: created[id] });
    const { list, get: read } = mock.data[kind as keyof typeof PATHS];
    expect(read(String(created[id]))).toBeDefined();
    expect(list().length).toBeGreaterThanOrEqual(listed.length);
  });

  it('has the counts, edges, dashboard and histogram of the created records', async () => {
    const mock = await createMock({ ...options, seed: createStory });
    const get = reader(mock);
    const [agent] = (await items(get(`aispm-agents/${SCOPE}?page_size=100`))).filter(
      ({ aispm_friendly_name }) => aispm_friendly_name === 'Night Clerk',
    );
    expect(agent).toMatchObject({
      model_count: 1,
      tool_count: 1,
      mcp_server_count: 1,
      total_issues_count: 2,
      critical_issues_count: 1,
      high_issues_count: 0,
      max_definitive_severity: 'critical',
    });
    const edge = (name: string) => items(get(`aispm-agents/${SCOPE}/${agent?.aispm_object_id}/${name}`));
    expect(await edge('models')).toMatchObject([{ aispm_friendly_name: 'Night Model', object_type: 'model' }]);
    const [model] = await edge('models');
    const back = await items(get(`aispm-models/${SCOPE}/${model?.aispm_object_id}/agents`));
    expect(back).toMatchObject([{ aispm_friendly_name: 'Night Clerk' }]);
    const [server] = await edge('mcp_servers');
    const tools = await items(get(`aispm-mcp-servers/${SCOPE}/${server?.aispm_object_id}/tools`));
    expect(tools).toMatchObject([{ aispm_friendly_name: 'Night Tool' }]);
    expect(await get(`aispm-tools/${SCOPE}/${tools[0]?.aispm_object_id}`)).toMatchObject({
      mcp_server_id: server?.aispm_object_id,
      agent_count: 1,
    });
    const [asset] = await edge('assets');
    expect(await get(`aispm-assets/${SCOPE}/${asset?.aispm_object_id}`)).toMatchObject({
      ai_object_count: 1,
      total_issues_count: 2,
      critical_issues_count: 1,
    });
    const plain = reader(await createMock({ ...options, seed: () => {} }));
    const before = await plain('aispm-dashboard');
    const after = await get('aispm-dashboard');
    const count = (dashboard: Row, type: string) =>
      (dashboard.aispm_objects_counts as Row[]).find(({ object_type }) => object_type === type) as Record<
        string,
        number
      >;
    expect(count(after, 'agent').total_inventory_count).toBe((count(before, 'agent').total_inventory_count ?? 0) + 1);
    expect(count(after, 'agent').critical_issues_count).toBe((count(before, 'agent').critical_issues_count ?? 0) + 1);
    const last = (dashboard: Row) => (dashboard.issues_histogram as { counts: Record<string, number>[] }).counts.at(-1);
    expect(last(after)?.critical).toBe((last(before)?.critical ?? 0) + 1);
    expect(last(after)?.other).toBe((last(before)?.other ?? 0) + 1);
  });
});

it.each(MODES)('a record without references does not change other records, in a mock %s', async (_, options) => {
  const [plain, mock] = [
    await createMock({ ...options, now: false, seed: () => {} }),
    await createMock({ ...options, now: false, seed: (data) => void data.rules.create() }),
  ];
  for (const kind of Object.keys(PATHS) as (keyof typeof PATHS)[]) {
    if (kind === 'rules') continue;
    expect(mock.data[kind].list(), kind).toEqual(plain.data[kind].list());
  }
});

/** An agent with related objects, and a critical, a medium and a resolved issue. */
function createStory(data: MockData): void {
  const asset = data.assets.create({ asset_name: 'night-repo' });
  const location = data.locations.create({ asset_id: asset.asset_id });
  const model = data.models.create({ aispm_friendly_name: 'Night Model' });
  const server = data.mcpServers.create({ aispm_friendly_name: 'Night Server' });
  const tool = data.tools.create({ aispm_friendly_name: 'Night Tool' }, { mcp_servers: server });
  const agent = data.agents.create(
    { aispm_friendly_name: 'Night Clerk' },
    { models: [model], tools: [tool], mcp_servers: server, assets: asset, locations: location },
  );
  data.issues.create({ definitive_severity: 'critical' }, { objects: agent });
  data.issues.create({ definitive_severity: 'medium' }, { objects: [agent, model] });
  data.issues.create({ definitive_severity: 'high', status: 'resolved' }, { objects: [agent] });
}

describe('the data of a mock', () => {
  it('changes what later requests read, including counts', async () => {
    const mock = await createMock({ scenario: 'empty', stateful: true });
    const get = reader(mock);
    expect(await items(get(`aispm-agents/${SCOPE}`))).toEqual([]);
    const agent = mock.data.agents.create({ aispm_friendly_name: 'Late' });
    const issue = mock.data.issues.create({ definitive_severity: 'high' }, { objects: agent });
    expect(await items(get(`aispm-agents/${SCOPE}`))).toMatchObject([
      { aispm_friendly_name: 'Late', high_issues_count: 1 },
    ]);
    mock.data.agents.update(agent.aispm_object_id, { aispm_friendly_name: 'Later' });
    mock.data.issues.delete(issue.issue_id);
    expect(await items(get(`aispm-agents/${SCOPE}`))).toMatchObject([
      { aispm_friendly_name: 'Later', high_issues_count: 0 },
    ]);
    expect(await items(get(`fine-grained-issues/${SCOPE}`))).toEqual([]);
    const model = mock.data.models.create();
    mock.data.models.relate(model, 'agents', agent);
    expect(await items(get(`aispm-agents/${SCOPE}/${agent.aispm_object_id}/models`))).toHaveLength(1);
    mock.data.agents.unrelate(agent, 'models', model);
    expect(mock.data.agents.get(agent.aispm_object_id)).toMatchObject({ model_count: 0 });
    expect(await items(get(`aispm-agents/${SCOPE}/${agent.aispm_object_id}/models`))).toEqual([]);
  });

  it('has occurrences that describe their objects, not those of the examples', async () => {
    const { data } = await createMock({ scenario: 'empty' });
    const agent = data.agents.create({ aispm_friendly_name: 'Night clerk' });
    const { rule_name, issue_id } = data.issues.create({}, { objects: agent });
    data.fineGrainedIssues.create({ issue_id, aispm_object_id: agent.aispm_object_id, message: 'My own.' });
    const occurrences = data.fineGrainedIssues.list();
    expect(occurrences.map(({ message }) => message).sort()).toEqual(['My own.', `${rule_name}: Night clerk.`].sort());
    for (const { evidence } of occurrences) expect(evidence.map(({ value }) => value)).toEqual(['name: Night clerk']);
  });

  it.each([{}, { stateful: true }])('has issues that are consistent with their occurrences: %j', async (options) => {
    const mock = await createMock({ ...options, scenario: 'empty' });
    const { data } = mock;
    const agents = [data.agents.create(), data.agents.create()];
    const { issue_id, created_at } = data.issues.create({ definitive_severity: 'critical' }, { objects: agents });
    const [first, second] = data.fineGrainedIssues.list().map(({ fine_grained_issue_id }) => fine_grained_issue_id);
    const read = async () => {
      const get = reader(mock);
      const [issue] = await items(get(`issues/${SCOPE}`));
      const { issues_histogram, aispm_objects_counts } = await get('aispm-dashboard');
      const today = (issues_histogram as { counts: Row[] }).counts.at(-1) ?? {};
      const [ofAgents] = aispm_objects_counts as Row[];
      return [issue?.status, issue?.definitive_severity, today.critical, today.high, ofAgents?.total_issues_count];
    };
    expect(await read()).toEqual(['open', 'critical', 1, 0, 1]);
    data.fineGrainedIssues.update(String(first), { definitive_severity: 'high' });
    expect(await read()).toEqual(['open', 'critical', 1, 0, 1]);
    data.fineGrainedIssues.update(String(second), { definitive_severity: 'high', status: 'in_progress' });
    expect(await read()).toEqual(['open', 'high', 0, 1, 1]);
    expect(data.issues.get(issue_id)?.severity_reason).toMatch(/rated high, the rule critical/);
    data.fineGrainedIssues.update(String(first), { status: 'resolved', resolved_at: created_at });
    expect(await read()).toEqual(['in_progress', 'high', 0, 1, 1]);
    data.issues.update(issue_id, {
      definitive_severity: 'critical',
      status: 'suppressed',
      status_reason: 'accepted_risk',
    });
    expect(await read()).toEqual(['suppressed', 'critical', 1, 0, 1]);
    expect(data.fineGrainedIssues.get(String(second))).toMatchObject({
      status: 'suppressed',
      status_reason: 'accepted_risk',
    });
    data.issues.update(issue_id, { status: 'resolved', resolved_at: created_at });
    expect(await read()).toEqual(['resolved', 'critical', 0, 0, 0]);
  });

  it('preserves changes that requests made to other properties', async () => {
    const mock = await createMock({ stateful: true });
    const get = reader(mock);
    const [issue] = await items(get(`issues/${SCOPE}?status=open`));
    const path = `issues/${SCOPE}/${issue?.issue_id}`;
    await patch(mock, path, { assignee: 'ann@acme.example' });
    mock.data.issues.update(String(issue?.issue_id), { due_at: '2026-12-01T00:00:00Z' });
    expect(await get(path)).toMatchObject({ assignee: 'ann@acme.example', due_at: '2026-12-01T00:00:00Z' });
    expect(mock.data.issues.get(String(issue?.issue_id))?.assignee).not.toBe('ann@acme.example');
    const own = mock.data.in({ token: 'some-token' }).issues.get(String(issue?.issue_id));
    expect(own?.assignee).toBe('ann@acme.example');
  });

  it('can be restricted to one workspace or token', async () => {
    const mock = await createMock({ scenario: 'empty', stateful: true });
    const get = reader(mock);
    mock.data.in({ tenant_id: 't1', workspace_id: 'w1' }).agents.create({ aispm_friendly_name: 'One' });
    mock.data.in({ token: 'other' }).agents.create({ aispm_friendly_name: 'Two' });
    const names = async (scope: string, token = TOKEN) =>
      ((await get(`aispm-agents/${scope}`, token)).items as Row[]).map(
        ({ aispm_friendly_name }) => aispm_friendly_name,
      );
    expect(await names(SCOPE)).toEqual([]);
    expect(await names('tenants/t1/workspaces/w1')).toEqual(['One']);
    expect(await names(SCOPE, { authorization: 'Bearer other' })).toEqual(['Two']);
  });

  it('describes the runs of an attached evaluation', async () => {
    const mock = await createMock({ scenario: 'empty' });
    const get = reader(mock);
    const attached = mock.data.agentEvaluations.create();
    mock.data.evaluationRuns.create({ agent_evaluation_id: attached.id, created_at: '2026-01-01T00:00:00Z' });
    const failed = mock.data.evaluationRuns.create({ agent_evaluation_id: attached.id, status: 'failed' });
    const record = await get(`eval/agent-evaluations/${SCOPE}/${attached.id}`);
    expect(record).toMatchObject({ latest_run_id: failed.id, latest_run_status: 'failed', latest_run_summary: null });
    expect(record.score_trend).toHaveLength(1);
    expect(record.latest_scored_run_id).not.toBe(failed.id);
  });

  it('rejects invalid and unknown records, and impossible edges', async () => {
    const { data } = await createMock();
    expect(() => data.issues.create({ definitive_severity: 'worst' as 'high' })).toThrow(
      /^The record in issues doesn't conform to the contract: definitive_severity must be equal to one of the allowed values/,
    );
    expect(() => data.agents.update('nope', {})).toThrow(/no record "nope" in agents/);
    expect(() => data.agents.delete('nope')).toThrow(SettingError);
    const agent = data.agents.create();
    const asset = data.assets.create();
    expect(() => data.agents.relate(agent, 'models', asset)).toThrow(/models cannot connect .*agent to .*asset/);
    expect(() => data.agents.relate(agent, 'models', 'nope')).toThrow(/no object "nope"/);
    expect(() => data.in({ tenant_id: 't1' })).toThrow(/tenant_id and workspace_id/);
    const summary = { score: 0.5, total: 10, passed: 9, failed: 9, errored: 0, by_category: { a: 0.1 } };
    expect(() => data.evaluationRuns.create({ summary })).toThrow(/add up/);
  });

  it('can be created by a function, whose error rejects the mock', async () => {
    const created = createMock({ seed: (data) => data.agents.delete('nope') });
    await expect(created).rejects.toThrow(/no record "nope"/);
  });

  it('has the same identifiers each time', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 2; i++)
      await createMock({ seed: (data) => void ids.push(data.agents.create().aispm_object_id) });
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('properties that cannot be set', () => {
  it('include the identifier of a record', async () => {
    const { data } = await createMock();
    for (const [list, field] of [
      ['agents', 'aispm_object_id'],
      ['rules', 'rule_id'],
      ['issues', 'issue_id'],
      ['scans', 'scan_id'],
    ] as const) {
      const records = data[list] as DataList<Row>;
      const [first, second] = records.list();
      const id = String(first?.[field]);
      expect(() => records.update(id, { [field]: 'new-id' }), list).toThrow(`The ${field} of a record can't change`);
      expect(records.get(id)).toEqual(first);
      expect(() => records.create({ [field]: String(second?.[field] ?? id) }), list).toThrow('already has a record');
      expect(records.update(id, { [field]: id })).toEqual(first);
    }
  });

  it('include counts, unless they stay the same', async () => {
    const { data } = await createMock();
    const [agent] = data.agents.list();
    const agents = data.agents as unknown as DataList<Row>;
    const id = String(agent?.aispm_object_id);
    expect(() => agents.update(id, { model_count: 99 })).toThrow('The mock computes model_count in agents');
    expect(() => agents.create({ total_issues_count: 1 })).toThrow('The mock computes total_issues_count');
    expect(agents.update(id, { ...agent, aispm_friendly_name: 'Me' })).toMatchObject({ aispm_friendly_name: 'Me' });
  });

  it('include references to records that do not exist', async () => {
    const { data } = await createMock();
    expect(() => data.issues.create({ rule_id: 'none' })).toThrow('no record "none" in rules, to which rule_id refers');
    expect(() => data.agentEvaluations.create({ agent_id: 'none' })).toThrow('no record "none" in agents');
  });

  it('include unknown relations and scopes', async () => {
    const { data } = await createMock();
    expect(() => data.agents.create({}, { modells: [] } as never)).toThrow('"modells" isn\'t a relation of agents');
    expect(() => data.in({ workspace: 'w' } as never)).toThrow('"workspace" isn\'t a property of the scope');
  });
});

describe('reset, snapshot and restore', () => {
  it('restore the initial records, or the records of the snapshot', async () => {
    const mock = await createMock({ scenario: 'empty', stateful: true, seed: createStory });
    const get = reader(mock);
    const names = async () =>
      (await items(get(`aispm-agents/${SCOPE}`))).map(({ aispm_friendly_name }) => aispm_friendly_name);
    const [issue] = await items(get(`issues/${SCOPE}?severity=critical`));
    const path = `issues/${SCOPE}/${issue?.issue_id}`;
    await patch(mock, path, { status: 'suppressed', status_reason: 'duplicate' });
    mock.data.agents.create({ aispm_friendly_name: 'Second' });
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    mock.reset();
    expect(await names()).toEqual(['Night Clerk']);
    expect(await get(path)).toMatchObject({ status: 'open' });
    mock.restore(snapshot);
    expect((await names()).toSorted()).toEqual(['Night Clerk', 'Second']);
    expect(await get(path)).toMatchObject({ status: 'suppressed' });
    expect(await items(get(`${path}/history`))).toHaveLength(2);
  });

  it('preserve API keys and active jobs', async () => {
    const mock = await createMock({ stateful: true });
    const send = async (path: string, body?: object) =>
      mock.fetch(`${BASE}/${path}`, {
        method: 'POST',
        headers: { ...TOKEN, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const workspaces = [{ tenant_id: 'halden-freight', workspace_id: 'production' }];
    const { secret } = (await (await send('api-keys', { name: 'CI', access: 'read', workspaces })).json()) as Row;
    const attached = mock.data.agentEvaluations.create();
    const started = await send(`eval/agent-evaluations/${SCOPE}/${attached.id}/run`);
    expect(started.status).toBe(202);
    const snapshot = mock.snapshot();
    mock.reset();
    const token = { authorization: `Bearer ${secret}` };
    mock.restore(snapshot);
    expect((await mock.fetch(`${BASE}/me`, { headers: token })).status).toBe(200);
    expect(await (await mock.fetch(`${BASE}/me`, { headers: token })).json()).toMatchObject({ name: 'CI' });
    expect((await send(`eval/agent-evaluations/${SCOPE}/${attached.id}/run`)).status).toBe(409);
  });

  it('reject other values, and snapshots of another mock', async () => {
    const mock = await createMock({ stateful: true });
    expect(() => mock.restore({} as never)).toThrow(/is not a state of the mock/);
    const other = await createMock({ stateful: true, dynamic: true });
    expect(() => mock.restore(other.snapshot())).toThrow(/belongs to another mock/);
    expect(() => mock.restore({ ...mock.snapshot(), changes: { mutations: [], stores: { me: 3 } } })).toThrow(
      /damaged/,
    );
    expect(() => mock.restore({ ...mock.snapshot(), contract: 'x' } as never)).toThrow(
      /another version of the contract/,
    );
  });
});

describe.each([
  ['views', { stateful: true }],
  ['views', {}],
  ['apiKeys', { stateful: true }],
  ['apiKeys', {}],
] as const)('the records in %s of a mock with %o', (kind, options) => {
  const path = kind === 'views' ? 'views' : 'api-keys';
  const read = async (mock: Mock, suffix = '') => {
    const response = await mock.fetch(`${BASE}/${path}${suffix}`, { headers: TOKEN });
    return { status: response.status, body: (await response.json()) as Row };
  };

  it('contain a created one, in the list and by its identifier', async () => {
    const mock = await createMock(options);
    const record = mock.data[kind].create({ name: 'Night shift' }) as unknown as Row;
    expect((await read(mock)).body.items).toContainEqual(record);
    expect(await read(mock, `/${record.id}`)).toEqual({ status: 200, body: record });
  });

  it('change and disappear with what a program does', async () => {
    const mock = await createMock(options);
    const { id } = mock.data[kind].create();
    mock.data[kind].update(id, { name: 'Renamed' });
    expect((await read(mock, `/${id}`)).body.name).toBe('Renamed');
    mock.data[kind].delete(id);
    expect((await read(mock)).body.items).not.toContainEqual(expect.objectContaining({ id }));
  });
});

describe('a record with any name', () => {
  /** The properties with the names of records. */
  const NAMES = {
    agents: 'aispm_friendly_name',
    models: 'aispm_friendly_name',
    tools: 'aispm_friendly_name',
    mcpServers: 'aispm_friendly_name',
    assets: 'asset_name',
    rules: 'rule_name',
    evaluations: 'name',
    agentEvaluations: 'name',
  } as const;
  const names = fc.oneof(
    fc.constantFrom(
      '🙂'.repeat(255),
      `a${'🙂'.repeat(254)}`,
      'a'.repeat(255),
      '<img src=x onerror=alert(1)>',
      '日本語',
      'a/b?c#d',
      '%',
      '...',
      ' ',
      '"',
      "'; DROP TABLE",
      '$&$1',
      '🙂',
    ),
    fc.string({ minLength: 1, maxLength: 255 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  );

  it.each(Object.entries(NAMES))(
    'has otherwise plausible values, as do the records derived from it: %s',
    async (kind, field) => {
      const { data } = await createMock({ stateful: true });
      const create = data[kind as keyof typeof NAMES].create as (fields: Row) => Row;
      fc.assert(
        fc.property(names, (name) => {
          const isPermitted = name.isWellFormed() && !name.includes('\u0000') && [...name].length <= 255;
          fc.pre(isPermitted);
          const record = create({ [field]: name });
          expect(record[field]).toBe(name);
          if (kind !== 'assets') return;
          const asset_id = String(record.asset_id);
          data.locations.create({ asset_id });
          data.scans.create({ asset_id });
        }),
        { numRuns: 150 },
      );
    },
  );
});
