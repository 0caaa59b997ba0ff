import {
  createClient,
  listIssues,
  updateIssue,
  withWorkspace,
} from '@aispm/client';
import {
  infiniteQueryOptions,
  invalidateAfter,
  queryOptions,
} from '@aispm/react-query';
import { QueryClient } from '@tanstack/react-query';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000 } },
});

// The same options as in useQuery, useSuspenseQuery and useQueries
const worst = queryOptions(client, listIssues, {
  severity: ['critical'],
  page_size: 10,
});
const { items } = await queryClient.ensureQueryData(worst);
for (const { issue_id, rule_name } of items) console.log(issue_id, rule_name);

// The same options as in useInfiniteQuery
const all = infiniteQueryOptions(client, listIssues, { page_size: 2 });
const { pages } = await queryClient.fetchInfiniteQuery({ ...all, pages: 3 });
console.log(pages.length);

// What useMutation(mutationOptions(client, updateIssue)) does
const [issue] = items;
if (issue) {
  const params = {
    id: issue.issue_id,
    body: { status: 'in_progress' },
  } as const;
  console.log((await updateIssue(client, params)).status);
  await invalidateAfter(queryClient, client, updateIssue, params);
}
