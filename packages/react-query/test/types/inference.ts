/** The compiler checks this file: types are inferred from the operation, and invalid calls are errors. */
import {
  createClient,
  type Evaluation,
  getEvaluation,
  getIssue,
  type Issue,
  listAssets,
  listEvaluations,
  listIssues,
  listRules,
  type RulePage,
  updateIssue,
  withWorkspace,
} from '@aispm/client';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1' });
const workspace = { tenant_id: 't1', workspace_id: 'w1' };
const production = withWorkspace(client, workspace);
const queryClient = new QueryClient();

/** Compiles only when both types are the same. */
function same<Expected>() {
  return <Actual>(_: Actual, ..._same: [Expected, Actual] extends [Actual, Expected] ? [] : [never]): void => undefined;
}

export function useEverything(): void {
  same<RulePage | undefined>()(useQuery(queryOptions(client, listRules, workspace)).data);
  same<Error | null>()(useQuery(queryOptions(client, listRules, workspace)).error);
  same<Error | null>()(useInfiniteQuery(infiniteQueryOptions(client, listRules, workspace)).error);
  same<Issue>()(useSuspenseQuery(queryOptions(production, getIssue, { id: 'i1' })).data);
  same<number | undefined>()(
    useQuery({ ...queryOptions(production, listRules, {}), select: ({ items }) => items.length, staleTime: 1 }).data,
  );
  same<string | undefined>()(
    useInfiniteQuery(infiniteQueryOptions(production, listIssues, {})).data?.pages[0]?.items[0]?.issue_id,
  );
  same<Evaluation[]>()(
    useSuspenseInfiniteQuery({
      ...infiniteQueryOptions(client, listEvaluations, workspace),
      select: ({ pages }) => pages.flatMap(({ items }) => items),
    }).data,
  );
  same<number | undefined>()(
    useInfiniteQuery(infiniteQueryOptions(production, listAssets, {})).data?.pages[0]?.rows.length,
  );
  const [issue, rules] = useQueries({
    queries: [queryOptions(production, getIssue, { id: 'i1' }), queryOptions(production, listRules, {})],
  });
  same<Issue | undefined>()(issue.data);
  same<RulePage | undefined>()(rules.data);
  const mutation = useMutation(mutationOptions(production, updateIssue));
  mutation.mutate({ id: 'i1', body: { status: 'in_progress' } });
  same<Issue | undefined>()(mutation.data);
  useMutation({ ...mutationOptions(client, updateIssue), onError: (error) => same<Error>()(error) });

  // @ts-expect-error The workspace is missing.
  queryOptions(client, listRules, {});
  // @ts-expect-error The id is missing.
  queryOptions(production, getIssue, {});
  // @ts-expect-error No such severity.
  queryOptions(production, listIssues, { severity: ['worst'] });
  // @ts-expect-error Not a list.
  infiniteQueryOptions(production, getEvaluation, { id: 'e1' });
  // @ts-expect-error No such status.
  mutation.mutate({ id: 'i1', body: { status: 'done' } });
}

/** The cache has the type of each key. */
export async function readCache(): Promise<void> {
  const options = queryOptions(production, getIssue, { id: 'i1' });
  same<Issue | undefined>()(queryClient.getQueryData(options.queryKey));
  same<Issue>()(await queryClient.ensureQueryData(options));
  queryClient.setQueryData(options.queryKey, (issue) => issue && { ...issue, assignee: 'ana' });
  const list = await queryClient.fetchInfiniteQuery(infiniteQueryOptions(production, listRules, {}));
  same<RulePage[]>()(list.pages);
}
