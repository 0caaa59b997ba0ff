/** The mock and the service compute the same numbers from the same records, which come from the demo. */
import type { ExampleServer } from '@aispm/contract-tests/workflows';
import { createMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedService } from './shared-service.ts';

type Row = Record<string, unknown>;
type Get = (path: string) => Promise<Row>;

const SCOPE = 'tenants/halden-freight/workspaces/production';
const DAY_MS = 86_400_000;

let service: ExampleServer;
const get: Record<'mock' | 'service', Get> = { mock: async () => ({}), service: async () => ({}) };

/** Selects the last days, up to `now`. */
function windowOf(days: number): string {
  const toTime = (ms: number) => new Date(ms).toISOString();
  return `start_time=${toTime(Date.now() - days * DAY_MS)}&end_time=${toTime(Date.now())}`;
}

beforeAll(async () => {
  service = await sharedService();
  const read = async (response: Response, path: string) => {
    const body = (await response.json()) as Row;
    expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body;
  };
  const headers = { authorization: `Bearer ${service.token}` };
  get.service = async (path) => read(await fetch(`${service.url}/${path}`, { headers }), path);
  const startMock = async (): Promise<Get> => {
    const mock = await createMock({ now: true });
    return async (path) => read(await mock.fetch(`http://mock.test${mock.basePath}/${path}`, { headers }), path);
  };
  // Both contain the time of the latest event. The mock's time is fixed at the start of the service.
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const [mocked, served] = [await readStart(await startMock()), await readStart(get.service)];
  vi.setSystemTime(now + served - mocked);
  get.mock = await startMock();
}, 300_000);
afterAll(async () => {
  vi.useRealTimers();
});

/** Returns when the same event happened, in milliseconds since 1970. */
async function readStart(read: Get): Promise<number> {
  const { items } = await read(`scans/${SCOPE}?sort=created_at&order=ASC&page_size=1`);
  return Date.parse(String((items as Row[])[0]?.created_at));
}

/** The property that identifies the records of each list, and their numbers. */
const LISTS: [path: string, id: string, numbers: RegExp][] = [
  ['aispm-agents', 'aispm_object_id', /_count$|^max_/],
  ['aispm-models', 'aispm_object_id', /_count$|^max_/],
  ['aispm-tools', 'aispm_object_id', /_count$|^max_/],
  ['aispm-mcp-servers', 'aispm_object_id', /_count$|^max_/],
  ['aispm-assets', 'asset_id', /_count$/],
  ['issues', 'issue_id', /_count$|_elements$|^definitive_severity$|^object_types$/],
  ['rules', 'rule_id', /_count$/],
];

/** Returns the numbers of each record, by its identifier. */
function selectNumbers({ items }: Row, id: string, numbers: RegExp): Record<string, Row> {
  const select = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => numbers.test(name)));
  return Object.fromEntries((items as Row[]).map((row) => [String(row[id]), select(row)]));
}

/** Returns the responses of both. */
const readBoth = async (path: string) => ({ mock: await get.mock(path), service: await get.service(path) });

describe('the mock and the service', () => {
  it.each(LISTS)('have the same counts of %s', async (path, id, numbers) => {
    const both = await readBoth(`${path}/${SCOPE}?page_size=100`);
    const expected = selectNumbers(both.service, id, numbers);
    expect(Object.keys(expected).length).toBeGreaterThan(2);
    expect(Object.values(expected).every((row) => Object.keys(row).length > 0)).toBe(true);
    const found = selectNumbers(both.mock, id, numbers);
    // The service has additional rules, for which the demo has no issues.
    if (path === 'rules')
      for (const [rule, counted] of Object.entries(expected))
        expect(found[rule] ?? { total_issues_count: 0 }).toEqual(counted);
    else expect(found).toEqual(expected);
  });

  it('have the same dashboard: counts, top issues, objects at risk, and scans', async () => {
    const { mock, service } = await readBoth('aispm-dashboard');
    expect(Object.keys(service).length).toBeGreaterThan(5);
    expect(mock).toEqual(service);
  });

  it('have the same critical objects, in the graph and on the dashboard', async () => {
    const { items } = await get.service(`aispm-assets/${SCOPE}?page_size=100`);
    for (const read of [get.mock, get.service]) {
      const marked = new Set<unknown>();
      for (const { asset_id } of items as Row[]) {
        const { nodes } = await read(`aispm-graph/${SCOPE}/${asset_id}?depth=2`);
        for (const node of nodes as Row[])
          if (node.max_definitive_severity === 'critical') marked.add(node.object_type);
      }
      const { aispm_objects_counts: counts } = await read('aispm-dashboard');
      const counted = (counts as Row[]).filter(({ critical_issues_count }) => critical_issues_count !== 0);
      expect([...marked].sort()).toEqual(counted.map(({ object_type }) => object_type).sort());
      expect([...marked]).toContain('asset');
    }
  });

  it('have the same assets at risk, in their list, in the graph, on the dashboard and in the list of issues', async () => {
    const atRisk: unknown[][] = [];
    for (const read of [get.mock, get.service]) {
      const assets = (await read(`aispm-assets/${SCOPE}?page_size=100`)).items as Row[];
      const listed = assets.filter((asset) => asset.critical_issues_count !== 0).map(({ asset_id }) => asset_id);
      const marked: unknown[] = [];
      for (const { asset_id: id } of assets) {
        const { nodes } = await read(`aispm-graph/${SCOPE}/${id}?depth=1`);
        const node = (nodes as Row[]).find(({ aispm_object_id }) => aispm_object_id === id);
        if (node?.max_definitive_severity === 'critical') marked.push(id);
      }
      expect(marked).toEqual(listed);
      const { aispm_objects_counts: counts } = await read('aispm-dashboard');
      const card = (counts as Row[]).find(({ object_type }) => object_type === 'asset');
      const countIssues = async (severity: string) => {
        const filter = `object_type=asset&status=open&status=in_progress&status=suppressed${severity}`;
        return ((await read(`issues/${SCOPE}?page_size=100&${filter}`)).items as Row[]).length;
      };
      const issues = [
        await countIssues(''),
        await countIssues('&severity=critical'),
        await countIssues('&severity=high'),
      ];
      expect([card?.total_issues_count, card?.critical_issues_count, card?.high_issues_count]).toEqual(issues);
      atRisk.push([listed, issues]);
    }
    expect(atRisk[0]).toEqual(atRisk[1]);
    expect(atRisk[0]?.[0]).not.toEqual([]);
  });

  it.each(['day', 'week', 'month'])('have the same histogram by %s', async (interval) => {
    for (const filter of ['', '&severity=critical', '&status=open', '&object_type=mcp_server']) {
      const { mock, service } = await readBoth(
        `issue-histograms/${SCOPE}?${windowOf(110)}&interval=${interval}${filter}`,
      );
      const toCounts = ({ counts }: Row) =>
        (counts as Row[]).map(({ bucket_start, ...counts }) => [Date.parse(String(bucket_start)), counts]);
      expect(toCounts(service).length).toBeGreaterThan(3);
      expect(toCounts(mock)).toEqual(toCounts(service));
    }
  });

  it('have the same edges and neighbourhoods', async () => {
    const { items } = await get.service(`aispm-agents/${SCOPE}?page_size=100`);
    let visited = 0;
    for (const { aispm_object_id: id } of items as Row[]) {
      for (const edge of ['models', 'tools', 'mcp_servers', 'sub_agents', 'parent_agents', 'assets', 'locations']) {
        const { mock, service } = await readBoth(`aispm-agents/${SCOPE}/${id}/${edge}`);
        expect(mock.items, edge).toEqual(normalize(service).items);
        visited += (service.items as Row[]).length;
      }
      const { mock, service } = await readBoth(`aispm-graph/${SCOPE}/${id}?depth=2`);
      expect(mock).toEqual(normalize(service));
    }
    expect(visited).toBeGreaterThan(10);
  });

  it('have the same counts of interactions, by hour, agent and category', async () => {
    for (const path of ['counts', 'agents', 'categories']) {
      const { mock, service } = await readBoth(`aispm-llm-interactions-dash/${SCOPE}/${path}?${windowOf(8)}`);
      if (path === 'counts') expect(service.total).toBeGreaterThan(3);
      expect(normalize(mock)).toEqual(normalize(service));
    }
  });

  it('have the same summaries and results of runs', async () => {
    const { mock, service } = await readBoth(`eval/evaluation-runs/${SCOPE}?page_size=100`);
    // The demo has no active runs, because nothing would end them.
    const summaries = ({ items }: Row) =>
      (items as Row[])
        .filter(({ finished_at }) => finished_at !== null)
        .map(({ id, status, score, summary }) => ({ id, status, score, summary }));
    expect(summaries(service).length).toBeGreaterThan(3);
    expect(summaries(mock)).toEqual(summaries(service));
    const [run] = (service.items as Row[]).filter(({ summary }) => summary !== null);
    const results = await readBoth(`eval/evaluation-runs/${SCOPE}/${run?.id}/results?page_size=100`);
    expect(results.mock.total_count).toBe(results.service.total_count);
  });
});

/** Normalizes times: the service adds milliseconds. */
function normalize<Value>(value: Value): Value {
  const text = JSON.stringify(value).replace(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.000Z/g, '$1Z');
  return JSON.parse(text) as Value;
}
