/** An application on the client and TanStack Query shows numbers that agree on all of its screens, in every mode of the mock. */
import * as api from '@aispm/client';
import { createMock, type MockOptions } from '@aispm/mock';
import { handlers } from '@aispm/mock/msw';
import { aispmMock } from '@aispm/mock/vite';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { setupServer } from 'msw/node';
import { createServer } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** A mock that a page can call. */
interface Served {
  baseUrl: string;
  close(): unknown;
}

async function serve(options: MockOptions): Promise<Served> {
  const { url, close } = await (await createMock(options)).listen({ port: 0 });
  return { baseUrl: url, close };
}

/** Serves on the origin of Vite's development server. */
async function serveByVite(): Promise<Served> {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [aispmMock({ stateful: true })],
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  return { baseUrl: new URL('/api/v1', server.resolvedUrls?.local[0]).href, close: () => server.close() };
}

async function serveByMsw(): Promise<Served> {
  const server = setupServer(...handlers({ stateful: true }));
  server.listen({ onUnhandledFrame: 'error' });
  return { baseUrl: 'https://aispm.example.com/api/v1', close: () => server.close() };
}

const MODES: [name: string, isStateful: boolean, start: () => Promise<Served>][] = [
  ['the examples', false, () => serve({})],
  ['generated records', false, () => serve({ dynamic: true, seed: '1' })],
  ['state', true, () => serve({ stateful: true })],
  ['Mock Service Worker', true, serveByMsw],
  ['the Vite plugin', true, serveByVite],
];

const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };
const ALL_PAGES = 1_000;

describe.each(MODES)('with %s', (_, isStateful, start) => {
  let served: Served;
  let client: api.Client;
  const queries = new QueryClient();

  beforeAll(async () => {
    served = await start();
    client = api.createClient({ baseUrl: served.baseUrl, token: 'any-key' });
  });
  afterAll(async () => {
    queries.clear();
    await served?.close();
  });

  afterEach(() => void vi.useRealTimers());

  const readAgents = async () => {
    const options = infiniteQueryOptions(client, api.listAgents, { ...workspace, page_size: 7 });
    return (await queries.fetchInfiniteQuery({ ...options, pages: ALL_PAGES })).pages.flatMap(({ items }) => items);
  };
  const readIssues = async () => {
    const options = infiniteQueryOptions(client, api.listIssues, { ...workspace, page_size: 7 });
    return (await queries.fetchInfiniteQuery({ ...options, pages: ALL_PAGES })).pages.flatMap(({ items }) => items);
  };
  const readRuns = async () => {
    const options = infiniteQueryOptions(client, api.listEvaluationRuns, { ...workspace, page_size: 7 });
    return (await queries.fetchInfiniteQuery({ ...options, pages: ALL_PAGES })).pages.flatMap(({ items }) => items);
  };
  const readDashboard = () => queries.fetchQuery(queryOptions(client, api.getAispmDashboard, workspace));
  const countOfRule = async (rule_id: string) => {
    const { items } = await queries.fetchQuery(queryOptions(client, api.listRules, { ...workspace, page_size: 100 }));
    return items.find((rule) => rule.rule_id === rule_id)?.issues_count ?? 0;
  };

  it('the dashboard counts the agents and the unresolved issues of the lists', async () => {
    const [dashboard, agents, issues] = [await readDashboard(), await readAgents(), await readIssues()];
    const unresolved = issues.filter(({ status }) => status !== 'resolved');
    const ofType = dashboard.aispm_objects_counts.find(({ object_type }) => object_type === 'agent');
    expect(ofType).toMatchObject({
      total_inventory_count: agents.length,
      total_issues_count: unresolved.filter(({ object_types }) => object_types.includes('agent')).length,
    });
    const ofSeverity = (severity: string) =>
      unresolved.filter(({ definitive_severity }) => definitive_severity === severity).length;
    expect(dashboard.issues_histogram.counts.at(-1)).toMatchObject({
      critical: ofSeverity('critical'),
      high: ofSeverity('high'),
    });
    expect([agents.length, unresolved.length].every((count) => count > 2)).toBe(true);
  });

  it('the graph has as many neighbours of an agent as the list says, and its edges lead to them', async () => {
    for (const agent of (await readAgents()).slice(0, 5)) {
      const id = agent.aispm_object_id;
      const { nodes } = await queries.fetchQuery(
        queryOptions(client, api.getNeighbourhood, { ...workspace, id, depth: 1, max_nodes: 200 }),
      );
      for (const [edge, type, count] of [
        ['models', 'model', agent.model_count],
        ['tools', 'tool', agent.tool_count],
        ['mcp_servers', 'mcp_server', agent.mcp_server_count],
      ] as const) {
        const related = await queries.fetchQuery(queryOptions(client, api.listAgentEdge, { ...workspace, id, edge }));
        const ids = related.items.map(({ aispm_object_id }) => aispm_object_id).toSorted();
        const ofType = nodes.filter(({ object_type }) => object_type === type);
        expect(ids).toHaveLength(count);
        expect(ofType.map(({ aispm_object_id }) => aispm_object_id).toSorted()).toEqual(ids);
      }
    }
  });

  it('every completed run has as many results as its summary says, and is the latest one of its evaluation', async () => {
    // With state, active runs progress between two requests.
    vi.useFakeTimers({ toFake: ['Date'] });
    const runs = await readRuns();
    const completed = runs.filter(({ summary }) => summary !== null);
    expect(completed.length).toBeGreaterThan(2);
    for (const { id: run_id, summary } of completed.slice(0, 3)) {
      const results = await queries.fetchQuery(
        queryOptions(client, api.listEvaluationRunResults, { ...workspace, run_id }),
      );
      expect(results.total_count).toBe(summary?.total);
    }
    const { items } = await queries.fetchQuery(queryOptions(client, api.listAgentEvaluations, workspace));
    for (const { latest_run_id, latest_run_status, latest_run_progress } of items)
      if (latest_run_id !== null)
        expect(runs.find(({ id }) => id === latest_run_id)).toMatchObject({
          status: latest_run_status,
          progress: latest_run_progress,
        });
  });

  it.runIf(isStateful)('a triaged issue changes its list, its rule and the dashboard', async () => {
    const issue = (await readIssues()).find(
      ({ status, definitive_severity }) => status === 'in_progress' && definitive_severity === 'critical',
    );
    if (!issue) throw new Error('There is no such issue.');
    const countToday = async () => (await readDashboard()).issues_histogram.counts.at(-1)?.critical ?? 0;
    const [critical, ofRule] = [await countToday(), await countOfRule(issue.rule_id)];
    const resolve = new MutationObserver(queries, mutationOptions(client, api.updateIssue));
    await resolve.mutate({ ...workspace, id: issue.issue_id, body: { status: 'resolved' } });
    expect((await readIssues()).find(({ issue_id }) => issue_id === issue.issue_id)?.status).toBe('resolved');
    expect(await countToday()).toBe(critical - 1);
    expect(await countOfRule(issue.rule_id)).toBe(ofRule - 1);
  });

  it.runIf(isStateful)('a started run ends in the list of runs, with all of its results', async () => {
    const { items } = await queries.fetchQuery(queryOptions(client, api.listAgentEvaluations, workspace));
    const idle = items.find(({ latest_run_status }) => latest_run_status === 'failed');
    if (!idle) throw new Error('There is no such evaluation.');
    const start = new MutationObserver(queries, mutationOptions(client, api.runAgentEvaluation));
    const { id: run_id } = await start.mutate({ ...workspace, id: idle.id });
    const readRun = () => queries.fetchQuery(queryOptions(client, api.getEvaluationRun, { ...workspace, run_id }));
    await expect.poll(async () => (await readRun()).status, { interval: 500 }).toBe('completed');
    const run = await readRun();
    expect((await readRuns()).find(({ id }) => id === run_id)).toMatchObject({ summary: run.summary });
    const results = await queries.fetchQuery(
      queryOptions(client, api.listEvaluationRunResults, { ...workspace, run_id }),
    );
    expect([results.total_count, typeof run.summary?.total]).toEqual([run.summary?.total, 'number']);
  });

  it.runIf(!isStateful)('a view has a completed export with a file', async () => {
    const { items: views } = await queries.fetchQuery(queryOptions(client, api.listViews, workspace));
    const id = views[0]?.id ?? '';
    const { items } = await queries.fetchQuery(queryOptions(client, api.listViewExports, { id }));
    const done = items.find(({ export_status }) => export_status === 'completed');
    const file = await api.downloadViewExport(client, { id, export_workflow_id: done?.export_workflow_id ?? '' });
    expect(file.trim().split('\n').length).toBeGreaterThan(1);
  });

  it.runIf(isStateful)('the file of an export has the rows of the list', async () => {
    const create = new MutationObserver(queries, mutationOptions(client, api.createView));
    const body = { name: 'Agents', entity: 'agents', filters: {}, columns: ['aispm_object_id'] } as const;
    const { id } = await create.mutate({ ...workspace, body: { ...body, columns: [...body.columns] } });
    const start = new MutationObserver(queries, mutationOptions(client, api.exportView));
    const { export_workflow_id } = await start.mutate({ id });
    const read = () => queries.fetchQuery(queryOptions(client, api.getViewExport, { id, export_workflow_id }));
    await expect.poll(async () => (await read()).export_status, { interval: 500 }).toBe('completed');
    const [header, ...rows] = (await api.downloadViewExport(client, { id, export_workflow_id })).trim().split('\r\n');
    expect(header).toBe('aispm_object_id');
    expect(rows.toSorted()).toEqual((await readAgents()).map(({ aispm_object_id }) => aispm_object_id).toSorted());
  });
});
