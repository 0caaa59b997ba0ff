import type { CallOptions, Client, OperationMetadata, ParamsOf } from '@aispm/client';
import { type QueryKind, readResource } from './resource.ts';

/** An operation of `@aispm/client`. */
export interface Operation<Params, Data> {
  /** Calls the operation. */
  (client: Client, params: Params, options?: CallOptions): Promise<Data>;
  /** The part of the contract that describes the operation. */
  readonly metadata: OperationMetadata;
}

/** The tenant and the workspace of a request; null if it has none, or uses the API key's default workspace. */
type Scope = readonly [root: 'aispm', tenant: string | null, workspace: string | null];

/**
 * The key of a query, from general to specific, so that every prefix selects a set of queries. It contains neither the
 * API key nor the URL of the service.
 */
export type QueryKey = readonly [
  ...Scope,
  resource: string,
  kind: QueryKind,
  params: Readonly<Record<string, unknown>>,
  ...pages: 'pages'[],
];

/** Any parameters, by name. */
export type AnyParams = Readonly<Record<string, unknown>>;

/** Returns the prefix of all keys of a workspace. */
export function scopeOf(client: Client, params: AnyParams): Scope {
  const { tenant_id, workspace_id } = client.completeParameters?.(params) ?? params;
  return ['aispm', (tenant_id as string | undefined) ?? null, (workspace_id as string | undefined) ?? null];
}

/**
 * Returns the key of the query of an operation: `['aispm', tenant, workspace, resource, kind, params]`.
 *
 * It only contains parameters of the contract. The key of an operation on a record, such as the history of an issue, contains the end
 * of its path as `edge`.
 *
 * @param client the client of the query; its workspace is part of the key.
 * @param params parameters of the query.
 * @example
 * const key = queryKey(client, getIssue, { tenant_id: 'halden-freight', workspace_id: 'production', id: 'i1' });
 * await queryClient.invalidateQueries({ queryKey: key.slice(0, 4) }); // everything about issues
 */
export function queryKey<Params extends object | undefined, Sender extends Client>(
  client: Sender,
  { metadata }: Operation<Params, unknown>,
  params: NoInfer<ParamsOf<Sender, Params>>,
): QueryKey {
  const { name, kind, edge } = readResource(metadata);
  const keyParams: Record<string, unknown> = edge ? { edge } : {};
  const names = [...metadata.path.split(/[{}]/).filter((_, index) => index % 2), ...(metadata.query ?? [])].flatMap(
    (parameter) => (typeof parameter === 'string' ? parameter : parameter[0]),
  );
  for (const parameter of names) {
    const value = (params as AnyParams)[parameter];
    if (value !== undefined && !/^(tenant|workspace)_id$/.test(parameter)) keyParams[parameter] = value;
  }
  return [...scopeOf(client, params as AnyParams), name, kind, keyParams];
}
