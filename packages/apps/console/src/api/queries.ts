import type {
  CallOptions,
  Client,
  OperationMetadata,
  PagedOperation,
  WorkspaceClient,
  WorkspaceOptional,
} from '@aispm/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** An operation of the client. */
export interface Operation<Params, Result> {
  (client: Client, params: Params, options?: CallOptions): Promise<Result>;
  readonly metadata: OperationMetadata;
}

/** The beginning of the keys of all queries of a workspace. */
export function workspaceKey({ workspace }: WorkspaceClient) {
  return ['aispm', workspace.tenant_id, workspace.workspace_id] as const;
}

/** The query of one response. */
export function operationQuery<Params extends object, Result>(
  client: WorkspaceClient,
  operation: Operation<Params, Result>,
  params: WorkspaceOptional<NoInfer<Params>>,
) {
  return queryOptions({
    queryKey: [...workspaceKey(client), operation.metadata.id, params],
    queryFn: ({ signal }) => operation(client, params as unknown as Params, { signal }),
  });
}

/** The query of a list, page by page. */
export function pagesQuery<Params extends object, Page>(
  client: WorkspaceClient,
  operation: PagedOperation<Params, Page>,
  params: WorkspaceOptional<NoInfer<Params>>,
) {
  return infiniteQueryOptions({
    queryKey: [...workspaceKey(client), operation.metadata.id, 'pages', params],
    queryFn: ({ signal, pageParam }) => operation(client, { ...params, ...pageParam } as unknown as Params, { signal }),
    initialPageParam: {} as object,
    getNextPageParam: (page) => nextPage(page as AnyPage),
  });
}

interface AnyPage {
  cursor?: string;
  page?: number;
  total_pages?: number;
}

function nextPage({ cursor, page, total_pages }: AnyPage): object | undefined {
  if (cursor) return { cursor };
  return page !== undefined && total_pages !== undefined && page < total_pages ? { page: page + 1 } : undefined;
}
