import {
  createClient,
  getAispmDashboard,
  getIssueHistogram,
  listAgents,
  listFineGrainedIssues,
  listIssues,
  updateIssue,
  withWorkspace,
} from '@aispm/client';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { mutationOptions, queryOptions } from '../src/index.ts';

const workspace = { tenant_id: 't1', workspace_id: 'w1' };

/** Returns a client of one workspace and the requests that it sends, as method and path. */
function recordingClient() {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: 'http://test.invalid',
    fetch: async (url, { method }) => {
      sent.push(`${method} ${new URL(url).pathname.split('/')[1]} ${new URL(url).pathname.split('/')[5] ?? ''}`.trim());
      return Response.json({ items: [] });
    },
  });
  return { client: withWorkspace(client, workspace), sent };
}

describe('after a mutation', () => {
  it('active queries of its group are requested again, and all others of the workspace at their next use', async () => {
    const { client, sent } = recordingClient();
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const used = [
      queryOptions(client, listIssues, {}),
      queryOptions(client, listIssues, { workspace_id: 'w2' }),
      queryOptions(client, listFineGrainedIssues, {}),
      queryOptions(client, getIssueHistogram, {} as never),
      queryOptions(client, listAgents, {}),
      queryOptions(client, getAispmDashboard, {}),
    ];
    const unsubscribes = used.map((options) =>
      new QueryObserver(queryClient, options as never).subscribe(() => undefined),
    );
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    expect(sent).toHaveLength(used.length);
    sent.length = 0;

    const mutation = new MutationObserver(queryClient, mutationOptions(client, updateIssue));
    await mutation.mutate({ id: 'i1', body: { status: 'in_progress' } });
    expect(sent.toSorted()).toEqual(
      ['GET fine-grained-issues w1', 'GET issue-histograms w1', 'GET issues w1', 'PATCH issues w1'].map((line) =>
        line.replace(/ w1$/, ' w1'),
      ),
    );
    const isStale = used.map(({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated);
    expect(isStale).toEqual([false, false, false, false, true, true]);
    for (const unsubscribe of unsubscribes) unsubscribe();
  });

  it('no query is requested again if the mutation failed', async () => {
    const sent: string[] = [];
    const client = createClient({
      baseUrl: 'http://test.invalid',
      fetch: async (_, { method }) => {
        sent.push(String(method));
        return method === 'GET'
          ? Response.json({ items: [] })
          : Response.json({ code: 412, message: 'No.' }, { status: 412 });
      },
    });
    const queryClient = new QueryClient();
    const unsubscribe = new QueryObserver(queryClient, queryOptions(client, listIssues, workspace) as never).subscribe(
      () => undefined,
    );
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const mutation = new MutationObserver(queryClient, mutationOptions(client, updateIssue));
    const params = { ...workspace, id: 'i1', body: { status: 'in_progress' } } as const;
    await expect(mutation.mutate(params)).rejects.toMatchObject({ status: 412 });
    expect(sent).toEqual(['GET', 'PATCH']);
    unsubscribe();
  });
});
