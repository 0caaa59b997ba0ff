import type { CallOptions, Client, OperationMetadata, ParamsOf } from '@aispm/client';
import type { QueryClient } from '@tanstack/react-query';
import { relatedResources } from './generated/contract.ts';
import { type AnyParams, type Operation, type QueryKey, scopeOf } from './key.ts';
import { readResource } from './resource.ts';

/** Options of a mutation, for `useMutation`. The variables of the mutation are the parameters of the operation. */
export interface MutationOptions<Params, Data> {
  /** `['aispm', operationId]`. */
  readonly mutationKey: readonly ['aispm', string];
  /** Calls the operation. */
  readonly mutationFn: (params: Params) => Promise<Data>;
  /** Invalidates the queries that the mutation may have changed; the mutation stays pending until they are up to date. */
  readonly onSuccess: (
    data: Data,
    params: Params,
    onMutateResult: unknown,
    context: { readonly client: QueryClient },
  ) => Promise<void>;
  /** False, because the client retries. */
  readonly retry: false;
}

/**
 * Returns the options of a mutation that calls an operation, and then invalidates queries like {@link invalidateAfter}.
 *
 * @param options options of each call, such as `timeout`.
 * @throws TypeError when the operation only reads; see {@link queryOptions}.
 * @example
 * const options = mutationOptions(client, updateIssue);
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production', id: 'i1', body: { status: 'in_progress' } } as const;
 * const issue = await options.mutationFn(params);
 * await options.onSuccess(issue, params, undefined, { client: queryClient });
 */
export function mutationOptions<Params extends object, Data, Sender extends Client>(
  client: Sender,
  operation: Operation<Params, Data>,
  options?: CallOptions,
): MutationOptions<ParamsOf<Sender, Params>, Data> {
  const { metadata } = operation;
  if (metadata.method === 'GET') throw new TypeError(`mutationOptions: ${metadata.id} needs queryOptions`);
  return {
    mutationKey: ['aispm', metadata.id],
    mutationFn: (params) => operation(client, params as Params, options),
    onSuccess: (_, params, __, context) => invalidateAfter(context.client, client, operation, params as Params),
    retry: false,
  };
}

/**
 * Invalidates the queries that an operation may have changed, like a mutation without a custom `onSuccess`.
 *
 * All queries of the workspace become stale. Active queries of the resource, and of the resources in the same groups of the contract,
 * are requested again immediately; all others at their next use, so that other long lists on the same page aren't reloaded.
 *
 * @param params parameters of the call, which select the workspace.
 * @returns a promise that resolves when the active queries are up to date.
 * @example
 * const params = { tenant_id: 'halden-freight', workspace_id: 'production' };
 * await invalidateAfter(queryClient, client, updateIssues, params);
 */
export async function invalidateAfter(
  queryClient: QueryClient,
  client: Client,
  { metadata }: { readonly metadata: OperationMetadata },
  params: object,
): Promise<void> {
  const scope = scopeOf(client, params as AnyParams);
  const { name } = readResource(metadata);
  const names = [name, ...(relatedResources[name] ?? [])];
  const changed = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    names.includes((queryKey as QueryKey)[3]);
  await queryClient.invalidateQueries({ queryKey: scope, refetchType: 'none' });
  await queryClient.refetchQueries({ queryKey: scope, type: 'active', predicate: changed });
}
