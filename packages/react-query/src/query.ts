import type { CallOptions, Client, ParamsOf } from '@aispm/client';
import { type DataTag, type QueryClient, type SkipToken, skipToken } from '@tanstack/react-query';
import { type Operation, type QueryKey, queryKey } from './key.ts';
import { isActive, pollInterval, type RefetchInterval } from './poll.ts';

/** The call options of a query; TanStack Query provides the signal. */
export type QueryCallOptions = Omit<CallOptions, 'signal'>;

/** Options of a query, for `useQuery`, `useSuspenseQuery`, `useQueries`, `prefetchQuery` and other functions that accept them. */
export interface QueryOptions<Data> {
  /** Identifies the query, with the type of its data. */
  readonly queryKey: DataTag<QueryKey, Data, Error>;
  /**
   * Calls the operation. The signal of the query aborts the call. When a run, a scan or an export has ended, all other queries of
   * its workspace in the cache of `client` are invalidated.
   */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly client?: QueryClient;
    readonly queryKey?: unknown;
  }) => Promise<Data>;
  /** False, because the client retries. */
  readonly retry: false;
  /** For a run, a scan or an export: the delay before the next request, until it has ended. */
  readonly refetchInterval?: RefetchInterval;
}

/**
 * Returns the options of a query that calls an operation. Spread them to add options of TanStack Query.
 *
 * @param params parameters of the operation; `{}` if it has none.
 * @param options options of each call, such as `timeout`.
 * @throws TypeError when the operation changes something; see {@link mutationOptions}.
 * @example
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' };
 * const rule = await queryClient.fetchQuery(queryOptions(client, getRule, params));
 * console.log(rule.rule_name);
 */
export function queryOptions<Params extends object | undefined, Data, Sender extends Client>(
  client: Sender,
  operation: Operation<Params, Data>,
  params: NoInfer<ParamsOf<Sender, Params>>,
  options?: QueryCallOptions,
): QueryOptions<Data> {
  const { metadata } = operation;
  if (metadata.method !== 'GET') throw new TypeError(`queryOptions: ${metadata.id} needs mutationOptions`);
  const refetchInterval = pollInterval(metadata);
  const key = queryKey(client, operation, params) as DataTag<QueryKey, Data, Error>;
  return {
    queryKey: key,
    queryFn: async ({ signal, client: queryClient, queryKey: own }) => {
      const data = await operation(client, params as Params, { ...options, signal });
      // The cache contains the previous response.
      if (isActive(metadata, queryClient?.getQueryData(key)) && !isActive(metadata, data))
        void queryClient?.invalidateQueries({
          queryKey: key.slice(0, 3),
          predicate: ({ queryKey }) => queryKey !== own,
        });
      return data;
    },
    retry: false,
    ...(refetchInterval && { refetchInterval }),
  };
}

/** Options of a query that may have to wait for its parameters. */
export interface SkippableQueryOptions<Data> extends Omit<QueryOptions<Data>, 'queryFn'> {
  /** Calls the operation; `skipToken` while there are no parameters. */
  readonly queryFn: QueryOptions<Data>['queryFn'] | SkipToken;
}

/**
 * Returns the same as {@link queryOptions} for a query that depends on something unknown yet. Suspense doesn't support it.
 *
 * @param params parameters of the operation, or `skipToken` of TanStack Query, with which the query doesn't run.
 * @example
 * const id: string | undefined = undefined; // of another query
 * const params = id ? { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: id } : skipToken;
 * console.log(skippableQueryOptions(client, getRule, params).queryFn === skipToken);
 */
export function skippableQueryOptions<Params extends object | undefined, Data, Sender extends Client>(
  client: Sender,
  operation: Operation<Params, Data>,
  params: NoInfer<ParamsOf<Sender, Params>> | SkipToken,
  options?: QueryCallOptions,
): SkippableQueryOptions<Data> {
  if (params !== skipToken) return queryOptions(client, operation, params as ParamsOf<Sender, Params>, options);
  return { ...queryOptions(client, operation, {} as ParamsOf<Sender, Params>, options), queryFn: skipToken };
}
