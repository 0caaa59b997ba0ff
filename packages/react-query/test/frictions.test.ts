import { createClient, getAgent, getIssue, listEvaluations, listIssues, listRules, withWorkspace } from '@aispm/client';
import { InfiniteQueryObserver, QueryClient, QueryObserver, skipToken } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { changeItems, infiniteQueryOptions, queryOptions, skippableQueryOptions } from '../src/index.ts';

const workspace = { tenant_id: 't1', workspace_id: 'w1' };

/** Returns a client whose lists have these pages, and the URLs of its requests. */
function pagedClient(pages: object[]) {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: 'http://test.invalid',
    fetch: async (url) => {
      urls.push(url);
      const { searchParams } = new URL(url);
      return Response.json(pages[Number(searchParams.get('page') ?? searchParams.get('cursor') ?? 1) - 1]);
    },
  });
  return { client: withWorkspace(client, workspace), urls };
}

describe('skippableQueryOptions', () => {
  it('sends nothing until it has parameters, and is then the same as queryOptions', async () => {
    const { client, urls } = pagedClient([{ agent_id: 'a1' }]);
    const queryClient = new QueryClient();
    const skipped = skippableQueryOptions(client, getAgent, skipToken);
    const observer = new QueryObserver(queryClient, skipped as never);
    const unsubscribe = observer.subscribe(() => undefined);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', fetchStatus: 'idle' });
    expect(urls).toEqual([]);
    const known = skippableQueryOptions(client, getAgent, { id: 'a1' });
    expect(known.queryKey).toEqual(queryOptions(client, getAgent, { id: 'a1' }).queryKey);
    observer.setOptions(known as never);
    await expect.poll(() => observer.getCurrentResult().data).toEqual({ agent_id: 'a1' });
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => queryKey),
      ),
    ).not.toContain('""');
    unsubscribe();
  });
});

describe('an infinite list with page numbers', () => {
  const pages = [1, 2, 3].map((page) => ({ items: [{ id: `e${page}` }], page, total_pages: 3 }));

  it('has the page before one that the parameters select, and none before the first', async () => {
    const { client } = pagedClient(pages);
    const observer = new InfiniteQueryObserver(new QueryClient(), {
      ...infiniteQueryOptions(client, listEvaluations, { page: 2 }),
      maxPages: 2,
    } as never);
    const unsubscribe = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
    expect(observer.getCurrentResult().hasPreviousPage).toBe(true);
    await observer.fetchPreviousPage();
    await expect.poll(() => observer.getCurrentResult().hasPreviousPage).toBe(false);
    const { data } = observer.getCurrentResult() as { data?: { pages: { page: number }[] } };
    expect(data?.pages.map(({ page }) => page)).toEqual([1, 2]);
    unsubscribe();
  });
});

describe('an infinite list with cursors', () => {
  it('has no page before any other, because the contract has no way back', () => {
    const { client } = pagedClient([]);
    const options = infiniteQueryOptions(client, listRules, { cursor: 'c2' });
    expect(options.getPreviousPageParam({ items: [], cursor: 'c3', page_size: 1 }, [], 'c2', ['c2'])).toBeUndefined();
  });
});

describe('changeItems', () => {
  const issue = (issue_id: string, status = 'open') => ({ issue_id, status });

  /** Returns a cache with a list, an infinite list, another resource and another workspace. */
  async function filledCache() {
    const { client } = pagedClient([
      { items: [issue('i1'), issue('i2')], cursor: '2' },
      { items: [issue('i3')], cursor: '' },
    ]);
    const queryClient = new QueryClient();
    const list = queryOptions(client, listIssues, { severity: ['high'] });
    const other = queryOptions(client, listRules, {});
    const elsewhere = queryOptions(client, listIssues, { workspace_id: 'w2' });
    const endless = infiniteQueryOptions(client, listIssues, {});
    for (const options of [list, other, elsewhere]) await queryClient.fetchQuery(options as typeof list);
    await queryClient.fetchInfiniteQuery({ ...endless, pages: 2 });
    const read = () =>
      [list, other, elsewhere, endless].map(({ queryKey }) => JSON.stringify(queryClient.getQueryData(queryKey)));
    const close = () =>
      changeItems(queryClient, client, listIssues, {}, (item) =>
        item.issue_id === 'i3' ? { status: 'resolved' } : undefined,
      );
    return { client, queryClient, list, endless, read, close };
  }

  it('changes the items of all lists and infinite lists of the workspace, and restores them', async () => {
    const { queryClient, list, endless, read, close } = await filledCache();
    const before = read();
    const first = queryClient.getQueryData(endless.queryKey)?.pages[0];
    const restore = await close();
    const pages = queryClient.getQueryData(endless.queryKey)?.pages;
    expect(pages?.[1]?.items).toEqual([issue('i3', 'resolved')]);
    // What doesn't change isn't rendered again.
    expect(pages?.[0]).toBe(first);
    expect(read().slice(0, 3)).toEqual(before.slice(0, 3));
    restore();
    expect(read()).toEqual(before);
    expect(queryClient.getQueryData(list.queryKey)?.items).toHaveLength(2);
  });

  it('leaves details as they are', async () => {
    const { client, queryClient, close } = await filledCache();
    const detail = queryOptions(client, getIssue, { id: 'i3' });
    queryClient.setQueryData(detail.queryKey, issue('i3') as never);
    await close();
    expect(queryClient.getQueryData(detail.queryKey)).toEqual(issue('i3'));
  });
});
