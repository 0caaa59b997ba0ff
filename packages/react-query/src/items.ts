import type { Client, PagedOperation } from '@aispm/client';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type AnyParams, scopeOf } from './key.ts';
import { readResource } from './resource.ts';

/** A page with items. */
interface ItemPage<Item> {
  readonly items: readonly Item[];
}

/**
 * Changes items in all cached pages and infinite lists of an operation, before the service has done so: for optimistic updates in
 * `onMutate`. Requests in flight for these lists are cancelled, because their responses would undo the change.
 *
 * @param params select the workspace; `{}` for a client that has one. Lists with any other parameters are changed as well.
 * @param change returns the properties of an item that change; `undefined` if none does.
 * @returns a function that restores the lists, for `onError`.
 * @example
 * const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };
 * const restore = await changeItems(queryClient, client, listIssues, workspace, (issue) =>
 *   issue.issue_id === 'i1' ? { status: 'in_progress' } : undefined,
 * );
 * restore();
 */
export async function changeItems<Params extends object, Item>(
  queryClient: QueryClient,
  client: Client,
  operation: PagedOperation<Params, ItemPage<Item>>,
  params: object,
  change: NoInfer<(item: Item) => Partial<Item> | undefined>,
): Promise<() => void> {
  const queryKey = [...scopeOf(client, params as AnyParams), readResource(operation.metadata).name, 'list'];
  const changePage = (page: ItemPage<Item>): ItemPage<Item> => {
    const items = page.items.map((item) => {
      const changed = change(item);
      return changed ? { ...item, ...changed } : item;
    });
    return items.some((item, index) => item !== page.items[index]) ? { ...page, items } : page;
  };
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData({ queryKey });
  queryClient.setQueriesData<ItemPage<Item> | InfiniteData<ItemPage<Item>>>({ queryKey }, (data) => {
    if (!data || !('pages' in data)) return data && changePage(data);
    const pages = data.pages.map(changePage);
    return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data;
  });
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}
