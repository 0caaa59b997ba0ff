/** Every list, edge and number of a workspace fits every other: in every mode. */
import { createMock, type MockOptions } from '@aispm/mock';
import { handlers } from '@aispm/mock/msw';
import { getResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { BASE, TOKEN } from './support.ts';

type Row = Record<string, unknown>;
type Get = (path: string) => Promise<Row>;

const SCOPE = 'tenants/halden-freight/workspaces/production';
const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'];

/** The types of objects, and the edges of each with the type to which they lead. */
const TYPES = {
  agent: { path: 'aispm-agents', id: 'aispm_object_id' },
  model: { path: 'aispm-models', id: 'aispm_object_id' },
  tool: { path: 'aispm-tools', id: 'aispm_object_id' },
  mcp_server: { path: 'aispm-mcp-servers', id: 'aispm_object_id' },
  asset: { path: 'aispm-assets', id: 'asset_id', edges: 'assets' },
  location: { path: 'locations', id: 'location_id' },
} as const;
type Type = keyof typeof TYPES;

const EDGES: Record<Type, Record<string, Type>> = {
  agent: {
    models: 'model',
    tools: 'tool',
    mcp_servers: 'mcp_server',
    sub_agents: 'agent',
    parent_agents: 'agent',
    assets: 'asset',
    locations: 'location',
  },
  model: { agents: 'agent', assets: 'asset', locations: 'location' },
  tool: { agents: 'agent', mcp_servers: 'mcp_server', assets: 'asset', locations: 'location' },
  mcp_server: { agents: 'agent', tools: 'tool', assets: 'asset', locations: 'location' },
  asset: { agents: 'agent', models: 'model', tools: 'tool', mcp_servers: 'mcp_server', locations: 'location' },
  location: { agents: 'agent', models: 'model', tools: 'tool', mcp_servers: 'mcp_server', assets: 'asset' },
};

/** Returns the edges that lead back. */
const listInverses = (type: Type, edge: string): string[] => {
  if (edge === 'sub_agents') return ['parent_agents'];
  return edge === 'parent_agents' ? ['sub_agents'] : [`${type}s`];
};

/** Reads a workspace through its API. */
class Reader {
  readonly get: Get;
  readonly objects = new Map<Type, Row[]>();
  issues: Row[] = [];
  occurrences: Row[] = [];

  constructor(get: Get) {
    this.get = get;
  }

  async load(): Promise<void> {
    for (const type of Object.keys(TYPES) as Type[])
      this.objects.set(type, await this.list(`${TYPES[type].path}/${SCOPE}`));
    this.issues = await this.list(`issues/${SCOPE}`);
    this.occurrences = await this.list(`fine-grained-issues/${SCOPE}`);
  }

  /** Returns the rows of all pages; each page has the same total. */
  async list(path: string, size = 100): Promise<Row[]> {
    const rows: Row[] = [];
    const separator = path.includes('?') ? '&' : '?';
    for (let cursor = '', total: unknown; ; ) {
      const page = await this.get(`${path}${separator}page_size=${size}&include_total=true${cursor}`);
      rows.push(...((page.items ?? page.rows) as Row[]));
      total ??= page.total;
      expect(page.total, path).toBe(total);
      if (!page.cursor) {
        expect(rows.length, path).toBe(total);
        return rows;
      }
      cursor = `&cursor=${encodeURIComponent(String(page.cursor))}`;
    }
  }

  of(type: Type): Row[] {
    return this.objects.get(type) ?? [];
  }
}

/** Some of many records, the same ones in each run. */
const sample = <Item>(items: readonly Item[], size = 12): Item[] => {
  const step = Math.max(1, Math.floor(items.length / size));
  return items.filter((_, index) => index % step === 0).slice(0, size);
};

function countIssues(occurrences: readonly Row[]) {
  const unresolved = occurrences.filter(({ status }) => status !== 'resolved');
  const ranks = [...Map.groupBy(unresolved, ({ issue_id }) => issue_id).values()].map((own) =>
    Math.max(...own.map(({ definitive_severity }) => SEVERITIES.indexOf(String(definitive_severity)))),
  );
  return {
    total_issues_count: ranks.length,
    critical_issues_count: ranks.filter((rank) => rank === 4).length,
    high_issues_count: ranks.filter((rank) => rank === 3).length,
  };
}

const sum = (rows: readonly Row[], name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);

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

/** Reads through the handlers for Mock Service Worker. */
async function createMswGet(): Promise<Get> {
  const created = handlers();
  return async (path) => {
    const response = await getResponse(created, new Request(`http://localhost/api/v1/${path}`, { headers: TOKEN }));
    expect(response?.status, path).toBe(200);
    return (await response?.json()) as Row;
  };
}

const MODES: [name: string, create: () => Promise<Get>][] = [
  ['examples', () => createGet({})],
  ['state', () => createGet({ stateful: true })],
  ['MSW', createMswGet],
  ['generated records', () => createGet({ dynamic: true, seed: '1', rows: 120 })],
  ['generated records with state', () => createGet({ dynamic: true, seed: '2', rows: 60, stateful: true })],
  ['the scenario at-risk', () => createGet({ scenario: 'at-risk', seed: '3' })],
];

describe.each(MODES)('the workspace of %s', (_, create) => {
  let reader: Reader;
  beforeAll(async () => {
    reader = new Reader(await create());
    await reader.load();
  });

  it('has the same record alone and in its list', async () => {
    for (const [type, { path, id }] of Object.entries(TYPES)) {
      for (const row of sample(reader.of(type as Type))) {
        expect(await reader.get(`${path}/${SCOPE}/${row[id]}`)).toEqual(row);
      }
    }
    for (const issue of sample(reader.issues))
      expect(await reader.get(`issues/${SCOPE}/${issue.issue_id}`)).toEqual(issue);
    for (const one of sample(reader.occurrences))
      expect(await reader.get(`fine-grained-issues/${SCOPE}/${one.fine_grained_issue_id}`)).toEqual(one);
  });

  it('has lists whose pages of any size are complete', async () => {
    for (const [type, { path }] of Object.entries(TYPES)) {
      const all = reader.of(type as Type);
      const sizes = all.length > 50 ? [7] : [1, 2, 3];
      for (const size of sizes) expect(await reader.list(`${path}/${SCOPE}`, size)).toEqual(all);
    }
  });

  it('has edges to objects of the right type, whose inverse edges lead back, and as many as counted', async () => {
    let visited = 0;
    for (const type of Object.keys(EDGES) as Type[]) {
      const { id } = TYPES[type];
      const path = type === 'asset' ? 'assets' : TYPES[type].path;
      for (const object of sample(reader.of(type))) {
        for (const [edge, relatedType] of Object.entries(EDGES[type])) {
          const related = await reader.list(`${path}/${SCOPE}/${object[id]}/${edge}`);
          const count = object[`${edge.replace(/s$/, '')}_count`];
          if (count !== undefined) expect([edge, related.length]).toEqual([edge, count]);
          for (const other of sample(related, 3)) {
            visited += 1;
            expect(other).toMatchObject({ object_type: relatedType, edge });
            const record = reader.of(relatedType).find((row) => row[TYPES[relatedType].id] === other.aispm_object_id);
            expect(record).toBeDefined();
            // Locations have no issues of their own.
            expect(record?.critical_issues_count ?? 0).toBe(other.critical_issues_count);
            const [inverse] = listInverses(type, edge);
            const otherPath = relatedType === 'asset' ? 'assets' : TYPES[relatedType].path;
            const back = await reader.list(`${otherPath}/${SCOPE}/${other.aispm_object_id}/${inverse}`);
            expect(back.map(({ aispm_object_id }) => aispm_object_id)).toContain(object[id]);
          }
        }
      }
    }
    expect(visited).toBeGreaterThan(50);
  });

  it('has objects, assets and issues that count their occurrences', () => {
    const byObject = Map.groupBy(reader.occurrences, ({ aispm_object_id }) => aispm_object_id);
    const byAsset = Map.groupBy(reader.occurrences, ({ asset_id }) => asset_id);
    const byIssue = Map.groupBy(reader.occurrences, ({ issue_id }) => issue_id);
    for (const type of ['agent', 'model', 'tool', 'mcp_server'] as const)
      for (const row of reader.of(type))
        expect(row).toMatchObject(countIssues(byObject.get(row.aispm_object_id) ?? []));
    for (const row of reader.of('asset')) expect(row).toMatchObject(countIssues(byAsset.get(row.asset_id) ?? []));
    for (const issue of reader.issues) {
      const own = (byIssue.get(issue.issue_id) ?? []).filter(({ status }) => status !== 'resolved');
      expect(issue.fine_grained_issue_count).toBe(own.length);
      expect(issue.total_affected_elements).toBe(new Set(own.map(({ aispm_object_id }) => aispm_object_id)).size);
    }
  });

  it('has a dashboard that counts the lists', async () => {
    const dashboard = await reader.get(`aispm-dashboard?tenant_id=halden-freight&workspace_id=production`);
    const counts = dashboard.aispm_objects_counts as Row[];
    for (const type of Object.keys(TYPES) as Type[])
      expect(counts.find(({ object_type }) => object_type === type)?.total_inventory_count).toBe(
        reader.of(type).length,
      );
    const unresolved = reader.issues.filter(({ status }) => status !== 'resolved');
    const of = (severity: string) =>
      unresolved.filter(({ definitive_severity }) => definitive_severity === severity).length;
    const { counts: days } = dashboard.issues_histogram as { counts: Row[] };
    expect(days.at(-1)).toEqual({
      critical: of('critical'),
      high: of('high'),
      other: unresolved.length - of('critical') - of('high'),
    });
    for (const [property, type] of [
      ['aispm_top_at_risk_agents', 'agent'],
      ['aispm_top_at_risk_models', 'model'],
      ['aispm_top_at_risk_mcp_servers', 'mcp_server'],
    ] as const) {
      const atRisk = reader
        .of(type)
        .filter((row) => Number(row.critical_issues_count) + Number(row.high_issues_count) > 0);
      const shown = dashboard[property] as Row[];
      expect(shown.length).toBe(Math.min(atRisk.length, Math.max(shown.length, 1)));
      for (const { aispm_object_id } of shown)
        expect(atRisk.map((row) => row.aispm_object_id)).toContain(aispm_object_id);
    }
    const scans = (await reader.list(`scans/${SCOPE}`)).filter(({ is_current }) => is_current);
    expect(dashboard.scans_counts).toMatchObject({ total_current_aispm_scans: scans.length });
  });

  it('has rules that count their issues, and a table with the values of the assets', async () => {
    for (const rule of await reader.list(`rules/${SCOPE}`)) {
      const own = reader.issues.filter(({ rule_id, status }) => rule_id === rule.rule_id && status !== 'resolved');
      expect(rule.issues_count).toBe(own.length);
    }
    const { header, rows, total } = await reader.get(`assets/${SCOPE}?page_size=100`);
    const table = (rows as unknown[][]).map((row) =>
      Object.fromEntries(row.map((cell, index) => [(header as string[])[index], cell])),
    );
    expect(table).toEqual(reader.of('asset').slice(0, 100));
    expect(total).toBe(reader.of('asset').length);
  });

  it('has counts of interactions that add up', async () => {
    const interactions = await reader.list(`aispm-llm-interactions/${SCOPE}`);
    const times = interactions.map(({ started_at }) => String(started_at)).sort();
    const window = `start_time=${times.at(0)}&end_time=${times.at(-1)}`;
    const dash = `aispm-llm-interactions-dash/${SCOPE}`;
    const [counts, agents] = [
      await reader.get(`${dash}/counts?${window}`),
      await reader.get(`${dash}/agents?${window}`),
    ];
    expect([counts.total, agents.total]).toEqual([interactions.length, interactions.length]);
    expect(sum(Object.values(counts.results as Record<string, Row>), 'total')).toBe(interactions.length);
    const blocked = interactions.filter(({ guardrail_outcome }) => guardrail_outcome === 'BLOCKED');
    expect([counts.blocked, sum(agents.agents as Row[], 'blocked')]).toEqual([blocked.length, blocked.length]);
  });

  it('has runs whose results add up to their summaries', async () => {
    const { items } = await reader.get(`eval/evaluation-runs/${SCOPE}?page_size=100`);
    const completed = (items as Row[]).filter(({ summary }) => summary !== null);
    expect(completed.length).toBeGreaterThan(0);
    for (const run of sample(completed, 4)) {
      const summary = run.summary as Row;
      for (const [status, count] of [
        ['passed', summary.passed],
        ['failed', summary.failed],
        ['errored', summary.errored],
      ]) {
        const results = await reader.get(`eval/evaluation-runs/${SCOPE}/${run.id}/results?status=${status}`);
        expect([status, results.total_count]).toEqual([status, count]);
      }
    }
  });
});

describe('generated records', () => {
  const read = async (options: MockOptions, path = `aispm-agents/${SCOPE}`) => (await createGet(options))(path);

  it('are the same for the same seed, and others for another seed, tenant or workspace', async () => {
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

  it('are as many as wanted, with unique names', async () => {
    const reader = new Reader(await createGet({ dynamic: true, seed: '1', rows: 500 }));
    await reader.load();
    for (const type of Object.keys(TYPES) as Type[]) expect(reader.of(type)).toHaveLength(500);
    for (const type of ['agent', 'model', 'tool', 'mcp_server'] as const)
      expect(new Set(reader.of(type).map(({ aispm_friendly_name }) => aispm_friendly_name)).size).toBe(500);
  });

  it('have valid states: only ended runs have a result, and only completed ones a summary', async () => {
    const { items } = await read(
      { dynamic: true, seed: '1', rows: 100 },
      `eval/evaluation-runs/${SCOPE}?page_size=100`,
    );
    const statuses = new Set((items as Row[]).map(({ status }) => status));
    expect(statuses).toEqual(new Set(['completed', 'failed', 'cancelled']));
    for (const { status, summary, score, error_kind, finished_at } of items as Row[]) {
      expect([status, summary === null, score === null, error_kind === null, finished_at === null]).toEqual([
        status,
        status !== 'completed',
        status !== 'completed',
        status !== 'failed',
        false,
      ]);
    }
  });
});

describe('the scenario', () => {
  it('empty has no records, and a dashboard of zeros', async () => {
    const get = await createGet({ scenario: 'empty' });
    for (const { path } of Object.values(TYPES)) expect((await get(`${path}/${SCOPE}`)).items).toEqual([]);
    const dashboard = await get('aispm-dashboard');
    expect(sum(dashboard.aispm_objects_counts as Row[], 'total_inventory_count')).toBe(0);
    expect((await get(`rules/${SCOPE}`)).items).not.toEqual([]);
  });

  it('at-risk has critical objects in every list of the dashboard that rules examine', async () => {
    const dashboard = await (await createGet({ scenario: 'at-risk', seed: '1' }))('aispm-dashboard');
    expect(dashboard.aispm_top_at_risk_mcp_servers).not.toEqual([]);
    expect((dashboard.aispm_objects_top_issues as Row[]).length).toBeGreaterThan(5);
  });

  it('run-fails ends every started run as failed', async () => {
    const mock = await createMock({ scenario: 'run-fails', stateful: true });
    const send = async (method: string, path: string) =>
      (await (await mock.fetch(`${BASE}/${path}`, { method, headers: TOKEN })).json()) as Row;
    const { items } = await send('GET', `eval/agent-evaluations/${SCOPE}`);
    const idle = (items as Row[]).find(({ latest_run_status }) => latest_run_status === 'failed');
    const run = await send('POST', `eval/agent-evaluations/${SCOPE}/${idle?.id}/run`);
    await expect
      .poll(() => send('GET', `eval/evaluation-runs/${SCOPE}/${run.id}`), { timeout: 20_000, interval: 500 })
      .toMatchObject({ status: 'failed', summary: null, error_kind: 'agent_unreachable' });
  });

  it.each([{ scenario: 'unknown' as never }, { rows: 0 }, { rows: 20_001 }, { rows: 1.5 }])(
    '%j is refused',
    async (options) => {
      await expect(createMock(options)).rejects.toThrow(/must be/);
    },
  );
});

describe('the times', () => {
  it('are those of the examples, or those of the present: the latest event has just happened', async () => {
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
