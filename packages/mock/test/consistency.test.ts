/**
 * All lists, edges and numbers of a workspace are consistent in every mode. The scenarios story, generated, large and run-fails have the
 * records of the examples, or generated ones.
 */
import { createMock, type MockData, type MockOptions } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { CHECKS, Dataset, type Get, type Row, SCOPE, TYPES, type Type } from './consistency-checks.ts';
import { BASE, operations, TOKEN } from './support.ts';

// With state, active runs and scans progress over time.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

/** Reads through a mock. */
async function createGet(options: MockOptions): Promise<Get> {
  const mock = await createMock(options);
  return async (path) => {
    const response = await mock.fetch(`${BASE}/${path}`, { headers: TOKEN });
    const body = (await response.json()) as Row;
    expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body;
  };
}

/** Adds issues whose occurrences have different severities, statuses and types, a deleted object, and a scan. */
function addMixedRecords(data: MockData): void {
  const asset = data.assets.create();
  const agent = data.agents.create({}, { assets: asset });
  const model = data.models.create({}, { assets: asset, agents: agent });
  const tool = data.tools.create({}, { assets: asset });
  data.mcpServers.create({ lifecycle_status: 'deleted' });
  for (const definitive_severity of ['critical', 'high'] as const) {
    const { issue_id } = data.issues.create({ definitive_severity }, { objects: agent });
    data.fineGrainedIssues.create({ issue_id, definitive_severity: 'low', aispm_object_id: model.aispm_object_id });
    const resolved = { status: 'resolved', status_reason: 'fixed', resolved_at: agent.created_at } as const;
    data.fineGrainedIssues.create({ issue_id, ...resolved, aispm_object_id: tool.aispm_object_id });
  }
  data.scans.create({ asset_id: asset.asset_id });
  const before = { created_at: asset.created_at, started_at: asset.created_at, finished_at: '2026-01-01T00:00:00Z' };
  data.scans.create({ asset_id: asset.asset_id, ...before });
}

const MODES: [name: string, tags: string[], create: () => Promise<Get>][] = [
  ['examples', [], () => createGet({})],
  ['state', ['long'], () => createGet({ stateful: true })],
  ['the present', ['long'], () => createGet({ now: true })],
  ['records of a program', ['long'], () => createGet({ seed: addMixedRecords })],
  [
    'records of a program with state',
    [],
    () => createGet({ seed: addMixedRecords, scenario: 'empty', stateful: true }),
  ],
  ['generated records', ['long'], () => createGet({ dynamic: true, seed: '1', rows: 120 })],
  ['generated records with state', [], () => createGet({ dynamic: true, seed: '2', rows: 60, stateful: true })],
  ['the scenario empty', ['long'], () => createGet({ scenario: 'empty' })],
  ['the scenario at-risk', ['long'], () => createGet({ scenario: 'at-risk', seed: '3' })],
];

describe.each(MODES)('the workspace of %s', (_, tags, create) => {
  let dataset: Dataset;
  beforeAll(async () => {
    dataset = new Dataset(await create());
    await dataset.load();
  });

  for (const [name, check] of Object.entries(CHECKS)) it(name, { tags }, () => check(dataset));
});

/** Changes the first matching row. */
const changeFirst = (rows: unknown, change: (row: Row) => void, fits: (row: Row) => boolean = () => true) => {
  const row = (rows as Row[] | undefined)?.find(fits);
  if (row) change(row);
};

/** Faults of a mock: each changes the body for a path. */
const FAULTS: [name: string, path: RegExp, plant: (body: Row, path: string) => void][] = [
  [
    'an edge to another type',
    /aispm-agents.*\/models\?/,
    ({ items }) => changeFirst(items, (row) => (row.object_type = 'tool')),
  ],
  ['an edge with another name', /\/tools\?/, ({ items }) => changeFirst(items, (row) => (row.edge = 'models'))],
  ['an edge without its inverse', /aispm-models.*\/agents\?/, (body) => Object.assign(body, { items: [], total: 0 })],
  [
    'an inverse with other evidence',
    /aispm-tools.*\/mcp_servers\?/,
    ({ items }) => changeFirst(items, (row) => (row.evidence = 'x')),
  ],
  [
    'an edge that is listed twice',
    /\/tools\?/,
    (body) => {
      const rows = body.items as Row[];
      if (rows[0]) Object.assign(body, { items: [...rows, rows[0]], total: Number(body.total) + 1 });
    },
  ],
  [
    'an edge to an object with another number of issues',
    /\/mcp_servers\?/,
    ({ items }) => changeFirst(items, (row) => (row.critical_issues_count = 7)),
  ],
  [
    'a relation that is counted twice',
    /aispm-agents[^?]*production(\/[^/?]+)?(\?|$)/,
    (body) => addOne(body, 'model_count'),
  ],
  [
    'an issue too many of an object',
    /aispm-mcp-servers[^?]*production(\/[^/?]+)?(\?|$)/,
    (body) => addOne(body, 'critical_issues_count'),
  ],
  [
    'an object too many of an asset',
    /aispm-assets|assets\/[^?]*production\?/,
    (body) => addOne(body, 'ai_object_count'),
  ],
  ['an element too many of an issue', /\/issues|^issues/, (body) => addOne(body, 'total_affected_elements')],
  ['an issue too many of a rule', /^rules/, (body) => addOne(body, 'total_issues_count')],
  ['a page without a row', /^issues.*page_size=3/, (body) => (body.items as Row[]).pop()],
  [
    'a page with a row twice',
    /^scans.*page_size=2/,
    (body) => {
      const rows = body.items as Row[];
      if (rows[0]) rows[rows.length - 1] = rows[0];
    },
  ],
  ['another total on the second page', /aispm-tools.*cursor=/, (body) => (body.total = Number(body.total) + 1)],
  ['a record that differs from its row', /^rules\/[^?]*production\/[^/]+$/, (body) => (body.rule_name = 'Other')],
  [
    'a filter that does nothing',
    /status=resolved/,
    (body) => Object.assign(body, { items: [{ issue_id: 'x' }], total: 1 }),
  ],
  [
    'an object too many of a type',
    /^aispm-dashboard/,
    ({ aispm_objects_counts: rows }) => changeFirst(rows, (row) => (row.total_inventory_count = 99)),
  ],
  [
    'an issue too many of a type',
    /^aispm-dashboard/,
    ({ aispm_objects_counts: rows }) => changeFirst(rows, (row) => (row.high_issues_count = 99)),
  ],
  ['an object at risk that is missing', /^aispm-dashboard/, (body) => (body.aispm_top_at_risk_mcp_servers = [])],
  [
    'an object at risk with another number',
    /^aispm-dashboard/,
    ({ aispm_top_at_risk_mcp_servers: rows }) => changeFirst(rows, (row) => (row.high_count = 9)),
  ],
  [
    'top issues in another order',
    /^aispm-dashboard/,
    (body) => (body.aispm_objects_top_issues = (body.aispm_objects_top_issues as Row[]).toReversed()),
  ],
  [
    'a day of the dashboard that is missing',
    /^aispm-dashboard/,
    ({ issues_histogram }) => (issues_histogram as { counts: Row[] }).counts.push({ critical: 0, high: 0, other: 0 }),
  ],
  [
    'another share of scans',
    /^aispm-dashboard/,
    ({ scans_counts }) => ((scans_counts as Row).percent_scans_with_ai_objects = 1),
  ],
  [
    'a histogram that is shifted by one bucket',
    /^issue-histograms/,
    ({ counts }) => {
      const rows = counts as Row[];
      const values = rows.map(({ bucket_start: _, ...own }) => own);
      for (const [index, row] of rows.entries()) Object.assign(row, values[Math.max(0, index - 1)]);
    },
  ],
  [
    'a bucket that counts one too many',
    /^issue-histograms/,
    ({ counts }) => changeFirst(counts, (row) => (row.other = Number(row.other) + 1)),
  ],
  ['a history in another order', /\/history/, (body) => (body.items as Row[]).reverse()],
  [
    'a history that results in another status',
    /\/history/,
    ({ items }) => changeFirst(items, ({ after }) => ((after as Row).status = 'nope')),
  ],
  [
    'an hour without an interaction',
    /\/counts\?/,
    ({ results }) => changeFirst(Object.values(results as object), (row) => (row.total = 0)),
  ],
  [
    'an agent with the interactions of another',
    /\/agents\?start/,
    ({ agents }) => changeFirst(agents, (row) => (row.blocked = 9)),
  ],
  [
    'a result too few of a run',
    /\/results\?/,
    (body) => Object.assign(body, { items: (body.items as Row[]).slice(1), total_count: Number(body.total_count) - 1 }),
  ],
  [
    'a result with another status',
    /\/results\?/,
    ({ items }) =>
      changeFirst(
        items,
        (row) => (row.status = 'errored'),
        ({ status }) => status === 'passed',
      ),
  ],
  [
    'an older run as the latest one',
    /^eval\/agent-evaluations/,
    (body) => {
      for (const row of body.items ? (body.items as Row[]) : [body])
        if (row.latest_scored_run_id) row.latest_run_id = 'x';
    },
  ],
  [
    'a neighbourhood without an object',
    /^aispm-graph/,
    (body) => (body.nodes as Row[]).length > 1 && (body.nodes as Row[]).pop(),
  ],
  [
    'an object in the graph with issues that the dashboard does not count',
    /^aispm-graph/,
    ({ nodes }) => changeFirst(nodes, (row) => (row.total_issues_count = 99)),
  ],
  [
    'a neighbourhood with another degree',
    /^aispm-graph/,
    ({ nodes }) => changeFirst(nodes, ({ degrees }) => ((degrees as Row).assets = 9)),
  ],
  [
    'an object that a scan has not counted',
    /^scans.*\/results\?/,
    (body) =>
      Object.assign(body, { items: (body.items as Row[]).slice(1), total: Math.max(0, Number(body.total) - 1) }),
  ],
  [
    'an older scan as the newest one of an asset',
    /^aispm-assets/,
    (body) => {
      for (const row of (body.items as Row[] | undefined) ?? [body]) row.last_scan_id = 'x';
    },
  ],
  [
    'an older scan as the current one',
    /^scans/,
    (body) => {
      for (const row of (body.items as Row[] | undefined) ?? [body])
        if ('is_current' in row) row.is_current = !row.is_current;
    },
  ],
  ['an interaction with another number of tokens', /^aispm-llm-interactions\//, (body) => addOne(body, 'total_tokens')],
  ['an interaction with another duration', /^aispm-llm-interactions\//, (body) => addOne(body, 'duration_ms')],
  [
    'a category with an interaction too many',
    /\/categories\?/,
    ({ categories }) => changeFirst(categories, (row) => (row.total = Number(row.total) + 1)),
  ],
  ['an issue that was reopened once more', /^issues\//, (body) => addOne(body, 'reopen_count')],
  ['a run with another score', /^eval\/evaluation-runs/, (body) => addOne(body, 'score')],
  [
    'a trend without its first score',
    /^eval\/agent-evaluations/,
    (body) => {
      for (const row of (body.items as Row[] | undefined) ?? [body]) row.score_trend = [0.123];
    },
  ],
  [
    'a neighbour with another number of issues',
    /^aispm-graph.*depth=2/,
    ({ nodes }) => changeFirst(nodes, (row) => (row.high_issues_count = 9)),
  ],
  ['an audit log that is listed oldest first', /^audit-entries.*\?/, ({ items }) => (items as Row[]).reverse()],
  [
    'an audit entry of an unknown interaction',
    /^audit-entries/,
    (body) => {
      for (const row of (body.items as Row[] | undefined) ?? [body])
        if (row.action === 'getLlmInteraction') row.object_ids = ['unknown'];
    },
  ],
  [
    'a change with the name of another record',
    /^changes\//,
    ({ items }) =>
      changeFirst(
        items,
        (row) => (row.subject_name = 'Another'),
        ({ kind }) => kind === 'scan_ended',
      ),
  ],
  [
    'a log of changes with a gap',
    /^changes\//,
    ({ items }) => changeFirst(items, (row) => (row.change_id = '0'.repeat(16))),
  ],
  [
    'a table with another value',
    /^assets\/[^?]*production\?/,
    ({ rows }) => ((rows as unknown[][])[0] ?? [])[0] !== undefined && ((rows as unknown[][])[0] ?? []).reverse(),
  ],
];

/** Adds one to a number of the first row of a list, and of its record. */
function addOne(body: Row, name: string): void {
  const rows = body.items ? (body.items as Row[]) : body.rows ? [] : [body];
  for (const row of rows) if (name in row) row[name] = Number(row[name]) + 1;
}

describe('the checks', { tags: ['long'] }, () => {
  let get: Get;
  /** The checks that found a fault. */
  const found = new Set<string>();
  beforeAll(async () => {
    const read = await createGet({});
    const texts = new Map<string, string>();
    get = async (path) => {
      const text = texts.get(path) ?? JSON.stringify(await read(path));
      texts.set(path, text);
      return JSON.parse(text);
    };
  });

  it.each(FAULTS)('find %s', async (_, pattern, plant) => {
    let planted = 0;
    const faulty: Get = async (path) => {
      const body = await get(path);
      if (!pattern.test(path)) return body;
      const before = JSON.stringify(body);
      plant(body, path);
      if (JSON.stringify(body) !== before) planted += 1;
      return body;
    };
    const dataset = new Dataset(faulty);
    const failures: string[] = [];
    await dataset.load().catch(() => failures.push('load'));
    for (const [name, check] of Object.entries(CHECKS)) await check(dataset).catch(() => failures.push(name));
    for (const name of failures) found.add(name);
    expect(planted).toBeGreaterThan(0);
    expect(failures).not.toEqual([]);
  });

  it('each find at least one fault', () => {
    expect(Object.keys(CHECKS).filter((name) => !found.has(name))).toEqual([]);
  });

  it('visit all edges', async () => {
    const visited = new Set<string>();
    const dataset = new Dataset((path) => {
      const [, edge = ''] = /production\/[^/]+\/(\w+)\?/.exec(path) ?? [];
      visited.add(`${path.split('/')[0]} ${edge}`);
      return get(path);
    });
    await dataset.load();
    for (const check of Object.values(CHECKS)) await check(dataset);
    const edges = [...visited].filter((name) => !/ $|history|results|^aispm-graph/.test(name));
    expect(edges).toHaveLength(28);
  });
});

/** Operations that change a record, and have a precondition. */
const CHANGES = operations.filter(
  ({ method, request }) =>
    ['patch', 'put'].includes(method) && request?.headers?.some(({ name }) => name.toLowerCase() === 'if-match'),
);

describe.each([
  ['examples', {}],
  ['generated records', { dynamic: true, rows: 5, seed: '1' }],
] as const)('without state, of %s', (_, options) => {
  it('every record can be changed in the version that a read returns, and in no other', async () => {
    const mock = await createMock(options);
    const call = (path: string, init: RequestInit = {}) => mock.fetch(`${BASE}${path}`, init);
    let count = 0;
    for (const operation of CHANGES) {
      const { path = '', headers, body } = createSampleRequest(operation) ?? {};
      const list = await call(path.slice(0, path.lastIndexOf('/')), { headers: TOKEN });
      const { items = [] } = list.ok ? ((await list.json()) as { items?: Row[] }) : {};
      const ids = items
        .map((row) => row.fine_grained_issue_id ?? row.aispm_object_id ?? row.issue_id ?? row.id)
        .filter((id) => id !== undefined);
      for (const id of ids) {
        const record = path.replace(/[^/?]+(?=\?|$)/, String(id));
        const etag = (await call(record, { headers: TOKEN })).headers.get('etag') ?? '';
        const change = (version: string) =>
          call(record, {
            method: operation.method.toUpperCase(),
            headers: { ...TOKEN, ...headers, 'if-match': version },
            ...(body !== undefined && { body }),
          });
        expect([operation.iid, id, (await change(etag)).status]).toEqual([operation.iid, id, 200]);
        expect([operation.iid, id, (await change('"another"')).status]).toEqual([operation.iid, id, 412]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(15);
  });

  it('created views and started exports can be read', async () => {
    const mock = await createMock(options);
    const call = async (method: string, path: string, body?: object) => {
      const headers = { ...TOKEN, ...(body && { 'content-type': 'application/json' }) };
      const response = await mock.fetch(`${BASE}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Row;
    };
    const { id } = await call('POST', '/views', { name: 'All agents', entity: 'agents' });
    const { items } = await call('GET', '/views');
    expect((items as Row[]).map((view) => view.id)).toContain(id);
    const { export_workflow_id, export_status } = await call('POST', `/views/${id}/export`);
    expect(await call('GET', `/views/${id}/export/${export_workflow_id}`)).toMatchObject({
      view_id: id,
      export_status,
    });
  });

  it('an unknown export is not rejected', async () => {
    const mock = await createMock(options);
    for (const view of ['01a0f6ec-aa6a-7df4-a649-64528eff15db', 'unknown']) {
      const response = await mock.fetch(`${BASE}/views/${view}/export/unknown`, { headers: TOKEN });
      expect([view, response.status]).toEqual([view, 200]);
    }
  });
});

describe('generated records', () => {
  const read = async (options: MockOptions, path = `aispm-agents/${SCOPE}`) => (await createGet(options))(path);

  it('are the same for the same seed, and different for another seed, tenant or workspace', async () => {
    const options = { dynamic: true, seed: 'a' };
    const first = await read(options);
    expect(await read(options)).toEqual(first);
    for (const other of [
      await read({ ...options, seed: 'b' }),
      await read(options, 'aispm-agents/tenants/other/workspaces/production'),
      await read(options, 'aispm-agents/tenants/halden-freight/workspaces/staging'),
    ])
      expect(other).not.toEqual(first);
  });

  it.each<[string, MockOptions, number]>([
    ['few', { rows: 3 }, 3],
    ['many', { rows: 120 }, 120],
    ['with further rules of the same issues', { scenario: 'at-risk', rows: 60 }, 60],
  ])('have the requested number in each list: %s', async (_, options, count) => {
    const { data } = await createMock({ ...options, seed: '1' });
    // The catalogue, views and keys always come from the examples.
    const { fineGrainedIssues, scans, evaluations: _catalogue, views: _views, apiKeys: _keys, ...kinds } = data;
    const counts = Object.entries(kinds).flatMap(([name, kind]) =>
      typeof kind === 'object' && 'list' in kind ? [[name, kind.list().length]] : [],
    );
    expect(counts).toEqual(counts.map(([name]) => [name, count]));
    expect(counts.length).toBeGreaterThan(9);
    for (const more of [fineGrainedIssues, scans]) expect(more.list().length).toBeGreaterThanOrEqual(count);
  });

  it('have the requested number and unique names', { tags: ['long'] }, async () => {
    const dataset = new Dataset(await createGet({ dynamic: true, seed: '1', rows: 500 }));
    await dataset.load();
    for (const type of Object.keys(TYPES) as Type[]) expect(dataset.of(type)).toHaveLength(500);
    const { items: models } = await read({}, `aispm-models/${SCOPE}`);
    const families = new Set([...dataset.of('model'), ...(models as Row[])].map((row) => row.aispm_friendly_name));
    for (const { aispm_friendly_name } of dataset.of('agent')) expect(families).not.toContain(aispm_friendly_name);
    for (const type of ['agent', 'model', 'tool', 'mcp_server'] as const)
      expect(new Set(dataset.of(type).map(({ aispm_friendly_name }) => aispm_friendly_name)).size).toBe(500);
  });

  it('have valid states: only ended runs have a result, and only completed ones a summary', async () => {
    const { items } = await read(
      { dynamic: true, seed: '1', rows: 100 },
      `eval/evaluation-runs/${SCOPE}?page_size=100`,
    );
    const statuses = new Set((items as Row[]).map(({ status }) => status));
    expect(statuses).toEqual(new Set(['queued', 'running', 'completed', 'failed', 'cancelled']));
    for (const { status, summary, score, error_kind, finished_at } of items as Row[]) {
      expect([status, summary === null, score === null, error_kind === null, finished_at === null]).toEqual([
        status,
        status !== 'completed',
        status !== 'completed',
        status !== 'failed',
        ['queued', 'running'].includes(String(status)),
      ]);
    }
  });

  it.each<[string, MockOptions]>([
    ['generated records', { dynamic: true, seed: '1', stateful: true }],
    ['the examples', { stateful: true }],
  ])('include active runs that prevent others from starting until they end: %s', async (_, options) => {
    const mock = await createMock(options);
    const send = (method: string, path: string) =>
      mock
        .fetch(`${BASE}/${path}`, { method, headers: TOKEN })
        .then(async (response) => [response.status, (await response.json()) as Row]) as Promise<[number, Row]>;
    const [, { items }] = await send('GET', `eval/agent-evaluations/${SCOPE}?page_size=100`);
    for (const active of ['queued', 'running']) {
      const attached = (items as Row[]).find(({ latest_run_status }) => latest_run_status === active);
      expect(attached).toMatchObject({
        run_requested: active === 'queued',
        latest_run_finished_at: null,
        latest_run_summary: null,
      });
      const [, run] = await send('GET', `eval/evaluation-runs/${SCOPE}/${attached?.latest_run_id}`);
      expect([run.status, run.started_at === null]).toEqual([active, active === 'queued']);
      expect((await send('POST', `eval/agent-evaluations/${SCOPE}/${attached?.id}/run`))[0]).toBe(409);
      expect((await send('DELETE', `eval/agent-evaluations/${SCOPE}/${attached?.id}`))[0]).toBe(409);
      expect((await send('POST', `eval/evaluation-runs/${SCOPE}/${run.id}/stop`))[0]).toBeLessThan(300);
    }
  });
});

describe('the scenario', () => {
  it('empty has no records, and a dashboard of zeros', async () => {
    const get = await createGet({ scenario: 'empty' });
    for (const { path } of Object.values(TYPES)) expect((await get(`${path}/${SCOPE}`)).items).toEqual([]);
    const dashboard = await get('aispm-dashboard');
    expect(
      (dashboard.aispm_objects_counts as Row[]).reduce((sum, row) => sum + Number(row.total_inventory_count), 0),
    ).toBe(0);
    expect((await get(`rules/${SCOPE}`)).items).not.toEqual([]);
  });

  it('at-risk has critical objects in every list of the dashboard that rules examine', async () => {
    const dashboard = await (await createGet({ scenario: 'at-risk', seed: '1' }))('aispm-dashboard');
    expect(dashboard.aispm_top_at_risk_mcp_servers).not.toEqual([]);
    expect((dashboard.aispm_objects_top_issues as Row[]).length).toBeGreaterThan(5);
  });

  it('run-fails makes every started run fail', async () => {
    const mock = await createMock({ scenario: 'run-fails', stateful: true });
    const send = async (method: string, path: string) =>
      (await (await mock.fetch(`${BASE}/${path}`, { method, headers: TOKEN })).json()) as Row;
    const { items } = await send('GET', `eval/agent-evaluations/${SCOPE}`);
    const idle = (items as Row[]).find(({ latest_run_status }) => latest_run_status === 'failed');
    const run = await send('POST', `eval/agent-evaluations/${SCOPE}/${idle?.id}/run`);
    vi.setSystemTime(Date.now() + 10_000);
    expect(await send('GET', `eval/evaluation-runs/${SCOPE}/${run.id}`)).toMatchObject({
      status: 'failed',
      summary: null,
      error_kind: 'agent_unreachable',
    });
  });

  it.each<MockOptions>([
    { scenario: 'story', dynamic: true },
    { scenario: 'empty', rows: 5 },
    { scenario: 'run-fails', dynamic: true, rows: 5 },
  ])('%j is rejected with the scenarios that have generated records', async (options) => {
    await expect(createMock(options)).rejects.toThrow(
      new RegExp(`${options.scenario} has no generated records\\. Omit \\w+, or use generated, at-risk, or large`),
    );
  });

  it.each([{ scenario: 'unknown' as never }, { rows: 0 }, { rows: 20_001 }, { rows: 1.5 }])(
    '%j is rejected',
    async (options) => {
      await expect(createMock(options)).rejects.toThrow(/must be/);
    },
  );
});

describe('the times', () => {
  it('come from the examples, or are shifted so that the latest event has just happened', async () => {
    const latest = async (options: MockOptions) => {
      const { items } = await (await createGet(options))(`scans/${SCOPE}`);
      return Math.max(...(items as Row[]).map(({ updated_at }) => Date.parse(String(updated_at))));
    };
    expect(new Date(await latest({})).toISOString()).toMatch(/^2026-11-18T09:(2|30)/);
    for (const options of [
      { now: true },
      { stateful: true },
      { dynamic: true, now: true },
      { scenario: 'at-risk', now: true } as const,
    ])
      expect(Date.now() - (await latest(options))).toBeLessThan(2 * 24 * 3600_000);
    expect(new Date(await latest({ stateful: true, now: false })).toISOString()).toMatch(/^2026-11-18T09:(2|30)/);
  });
});
