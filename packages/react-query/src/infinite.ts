import type { Client, PagedOperation, ParamsOf } from '@aispm/client';
import type { DataTag, InfiniteData } from '@tanstack/react-query';
import { type AnyParams, type QueryKey, queryKey } from './key.ts';
import type { QueryCallOptions } from './query.ts';

/** Identifies a page: a cursor or a number; `undefined` for the first page. */
export type PageParam = string | number | undefined;

/** Options of a query that loads a list page by page, for `useInfiniteQuery` and other functions that accept them. */
export interface InfiniteQueryOptions<Page> {
  /** Identifies the query, with the type of its data. Its last element differs from the key of a single page. */
  readonly queryKey: DataTag<QueryKey, InfiniteData<Page, PageParam>, Error>;
  /** Requests one page. The signal of the query aborts the call. */
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: unknown }) => Promise<Page>;
  /** The page that the parameters select. */
  readonly initialPageParam: PageParam;
  /** Returns the cursor or number of the next page; `undefined` after the last one. */
  readonly getNextPageParam: (
    lastPage: Page,
    allPages: Page[],
    lastPageParam: PageParam,
    allPageParams: PageParam[],
  ) => PageParam;
  /** Returns the number of the page before; `undefined` for the first one, and for lists with cursors, which only lead forward. */
  readonly getPreviousPageParam: (
    firstPage: Page,
    allPages: Page[],
    firstPageParam: PageParam,
    allPageParams: PageParam[],
  ) => PageParam;
  /** False, because the client retries. */
  readonly retry: false;
}

/**
 * Returns the options of a query that loads a list page by page, with cursors or page numbers. A list ends when the service returns no
 * cursor, the last page number, or a cursor that it already returned.
 *
 * @param params parameters of the operation. `page_size` applies to each page; `cursor` or `page` select the first one.
 * @param options options of each call, such as `timeout`.
 * @example
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production', page_size: 50 };
 * const { pages } = await queryClient.fetchInfiniteQuery(infiniteQueryOptions(client, listRules, params));
 * console.log(pages[0]?.items.length);
 */
export function infiniteQueryOptions<Params extends object | undefined, Page, Sender extends Client>(
  client: Sender,
  operation: PagedOperation<Params, Page>,
  params: NoInfer<ParamsOf<Sender, NonNullable<Params>>>,
  options?: QueryCallOptions,
): InfiniteQueryOptions<Page> {
  const { paging } = operation.metadata;
  const name = paging === 'numbered' ? 'page' : 'cursor';
  return {
    // The key has the type of the data as a symbol, which doesn't exist at run time.
    queryKey: [...queryKey(client, operation, params), 'pages'] as unknown as InfiniteQueryOptions<Page>['queryKey'],
    queryFn: ({ signal, pageParam }) =>
      operation(client, { ...(params as Params), [name]: pageParam }, { ...options, signal }),
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
    getPreviousPageParam: (firstPage) => {
      const { page = 1 } = firstPage as { page?: number };
      return paging === 'numbered' && page > 1 ? page - 1 : undefined;
    },
    retry: false,
  };
}
