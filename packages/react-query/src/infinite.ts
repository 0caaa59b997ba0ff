import type { Client, PagedOperation, WorkspaceClient, WorkspaceOptional } from '@aispm/client';
import type { DataTag, InfiniteData } from '@tanstack/react-query';
import { type AnyParams, type QueryKey, queryKey } from './key.ts';
import type { QueryCallOptions } from './query.ts';

/** What identifies a page: a cursor or a number; `undefined` for the first one. */
export type PageParam = string | number | undefined;

/** Options of a query that loads a list page by page, for `useInfiniteQuery` and all others that take them. */
export interface InfiniteQueryOptions<Page> {
  /** Identifies the query, with the type of its data. Its last element differs from the key of a single page. */
  readonly queryKey: DataTag<QueryKey, InfiniteData<Page, PageParam>, Error>;
  /** Requests one page. The signal of the query aborts the call. */
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: unknown }) => Promise<Page>;
  /** The page that the parameters select. */
  readonly initialPageParam: PageParam;
  /** Returns what identifies the next page; `undefined` after the last one. */
  readonly getNextPageParam: (
    lastPage: Page,
    allPages: Page[],
    lastPageParam: PageParam,
    allPageParams: PageParam[],
  ) => PageParam;
  /** False, because the client retries. */
  readonly retry: false;
}

/** The same by a client that has a workspace. */
export function infiniteQueryOptions<Params extends object, Page>(
  client: WorkspaceClient,
  operation: PagedOperation<Params, Page>,
  params: NoInfer<WorkspaceOptional<Params>>,
  options?: QueryCallOptions,
): InfiniteQueryOptions<Page>;

/**
 * Returns the options of a query that loads a list page by page, however the list is paged. A list ends when the service returns no
 * cursor, the last page number, or a cursor that it has returned before.
 *
 * @param params of the operation. `page_size` applies to each page; `cursor` or `page` select the first one.
 * @param options of each call, such as `timeout`.
 * @example
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production', page_size: 50 };
 * const { pages } = await queryClient.fetchInfiniteQuery(infiniteQueryOptions(client, listRules, params));
 * console.log(pages[0]?.items.length);
 */
export function infiniteQueryOptions<Params extends object, Page>(
  client: Client,
  operation: PagedOperation<Params, Page>,
  params: NoInfer<Params>,
  options?: QueryCallOptions,
): InfiniteQueryOptions<Page>;
export function infiniteQueryOptions<Params extends object, Page>(
  client: Client,
  operation: PagedOperation<Params, Page>,
  params: Params,
  options?: QueryCallOptions,
): InfiniteQueryOptions<Page> {
  const { paging } = operation.metadata;
  const name = paging === 'numbered' ? 'page' : 'cursor';
  return {
    // The key carries the type of the data, as a symbol that no value has.
    queryKey: [...queryKey(client, operation, params), 'pages'] as unknown as InfiniteQueryOptions<Page>['queryKey'],
    queryFn: ({ signal, pageParam }) => operation(client, { ...params, [name]: pageParam }, { ...options, signal }),
    initialPageParam: (params as AnyParams)[name] as PageParam,
    getNextPageParam: (lastPage, _, __, requested) => {
      const {
        cursor,
        page = 1,
        total_pages = 1,
      } = lastPage as { cursor?: string; page?: number; total_pages?: number };
      const next = paging === 'numbered' ? (page < total_pages ? page + 1 : undefined) : cursor || undefined;
      return requested.includes(next) ? undefined : next;
    },
    retry: false,
  };
}
