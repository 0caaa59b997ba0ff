import {
  createClient,
  getEvaluationRun,
  getIssue,
  getScan,
  getViewExport,
  listAgents,
  listIssues,
} from '@aispm/client';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryOptions } from '../src/index.ts';

const workspace = { tenant_id: 't1', workspace_id: 'w1' };

beforeEach(() => {
  vi.useFakeTimers();
  // Otherwise it treats Node.js as a server, which doesn't poll.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => true);
});

/** Returns a client whose responses have these statuses or bodies, repeating the last one, and its number of requests. */
function scriptedClient(responses: { status?: number; body: object }[]) {
  const counter = { requests: 0 };
  const client = createClient({
    baseUrl: 'http://test.invalid/api',
    retry: false,
    fetch: async () => {
      const { status = 200, body } = responses[
        Math.min(counter.requests, responses.length - 1)
      ] as (typeof responses)[0];
      counter.requests += 1;
      return Response.json(body, { status });
    },
  });
  return { client, counter };
}

/** Observes a query for some time, in milliseconds. */
async function observe(options: object, duration: number): Promise<void> {
  const queryClient = new QueryClient();
  const unsubscribe = new QueryObserver(queryClient, options as never).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(duration);
  unsubscribe();
  queryClient.clear();
}

describe.each([
  ['run', 'status', getEvaluationRun, { ...workspace, run_id: 'r1' }],
  ['scan', 'status', getScan, { ...workspace, id: 's1' }],
  ['export', 'export_status', getViewExport, { ...workspace, id: 'v1', export_workflow_id: 'x1' }],
] as const)('a query of a %s', (_, field, operation, params) => {
  const query = (client: ReturnType<typeof createClient>) => queryOptions(client, operation as never, params as never);
  const job = (status: string) => ({ body: { [field]: status } });

  it.each(['completed', 'failed'])('requests it until its status is "%s"', async (last) => {
    const { client, counter } = scriptedClient([job('queued'), job('running'), job('status of the future'), job(last)]);
    await observe(query(client), 600_000);
    expect(counter.requests).toBe(4);
  });

  it('requests it at increasing intervals', async () => {
    const { client, counter } = scriptedClient([job('running')]);
    await observe(query(client), 7_500);
    expect(counter.requests).toBe(4); // after 0, 1, 3 and 7 seconds
  });

  it('makes other queries stale at its end, and requests active ones again', async () => {
    const { client } = scriptedClient([job('queued'), job('running'), job('completed'), job('completed')]);
    const requests: string[] = [];
    const others = createClient({
      baseUrl: 'http://test.invalid',
      fetch: async (url) => {
        requests.push(new URL(url).pathname.split('/')[1] ?? '');
        return Response.json({ items: [] });
      },
    });
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const observe = (options: object) => new QueryObserver(queryClient, options as never).subscribe(() => undefined);
    const unused = queryOptions(others, listAgents, workspace);
    await queryClient.fetchQuery(unused);
    const ends = [observe(queryOptions(others, listIssues, workspace)), observe(query(client))];
    await vi.advanceTimersByTimeAsync(2_500);
    expect([requests, queryClient.getQueryState(unused.queryKey)?.isInvalidated]).toEqual([
      ['aispm-agents', 'issues'],
      false,
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([requests, queryClient.getQueryState(unused.queryKey)?.isInvalidated]).toEqual([
      ['aispm-agents', 'issues', 'issues'],
      true,
    ]);
    for (const end of ends) end();
    queryClient.clear();
  });

  it('makes nothing stale if it had already ended', async () => {
    const { client } = scriptedClient([job('completed')]);
    const queryClient = new QueryClient();
    const list = queryOptions(client, listIssues, workspace);
    await queryClient.fetchQuery(list);
    await queryClient.fetchQuery(query(client) as never);
    await queryClient.fetchQuery(query(client) as never);
    expect(queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(false);
  });

  it('continues while the service restarts', async () => {
    const { client, counter } = scriptedClient([
      job('running'),
      { status: 503, body: {} },
      job('running'),
      job('completed'),
    ]);
    await observe(query(client), 600_000);
    expect(counter.requests).toBe(4);
  });

  it('ends when the API key is no longer valid', async () => {
    const { client, counter } = scriptedClient([job('running'), { status: 401, body: {} }]);
    await observe(query(client), 600_000);
    expect(counter.requests).toBe(2);
  });
});

describe('a query of a record that does not end', () => {
  it('is not polled', async () => {
    const { client, counter } = scriptedClient([{ body: { status: 'open' } }]);
    await observe(queryOptions(client, getIssue, { ...workspace, id: 'i1' }), 600_000);
    expect(counter.requests).toBe(1);
  });
});
