/** A program that the tests bundle with each version of React. */
import { type Client, createClient, getRule, listIssues, listRules, updateIssue } from '@aispm/client';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import {
  type DehydratedState,
  dehydrate,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, version } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

export { createClient, dehydrate, QueryClient, version };

const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };

/** The loader of a route, which requests the data of the page unless it is cached. */
export async function loadPage(queryClient: QueryClient, client: Client): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(queryOptions(client, listRules, { ...workspace, page_size: 3 })),
    queryClient.prefetchInfiniteQuery(infiniteQueryOptions(client, listIssues, { ...workspace, page_size: 2 })),
  ]);
}

function Rules({ client }: { client: Client }): ReactNode {
  const { data } = useSuspenseQuery(queryOptions(client, listRules, { ...workspace, page_size: 3 }));
  const details = useQueries({
    queries: data.items.map(({ rule_id }) => queryOptions(client, getRule, { ...workspace, rule_id })),
  });
  return (
    <ul id="rules">
      {details.map(({ data: rule }, index) => (
        <li key={data.items[index]?.rule_id}>{rule?.rule_name ?? '…'}</li>
      ))}
    </ul>
  );
}

function Issues({ client }: { client: Client }): ReactNode {
  const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(
    infiniteQueryOptions(client, listIssues, { ...workspace, page_size: 2 }),
  );
  const { mutate, isSuccess } = useMutation(mutationOptions(client, updateIssue));
  const [first] = data?.pages[0]?.items ?? [];
  return (
    <section>
      <ol id="issues">
        {data?.pages
          .flatMap(({ items }) => items)
          .map(({ issue_id, rule_name }) => (
            <li key={issue_id}>{rule_name}</li>
          ))}
      </ol>
      <button type="button" id="more" disabled={!hasNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
      <button
        type="button"
        id="start"
        onClick={() => first && mutate({ ...workspace, id: first.issue_id, body: { status: 'in_progress' } })}
      >
        {isSuccess ? 'Started' : 'Start'}
      </button>
    </section>
  );
}

function RuleCount({ client }: { client: Client }): ReactNode {
  const { data } = useQuery({
    ...queryOptions(client, listRules, { ...workspace, page_size: 3 }),
    select: ({ items }) => items.length,
  });
  return <output>{data}</output>;
}

function Page({ client }: { client: Client }): ReactNode {
  return (
    <Suspense fallback={<p id="loading">Loading</p>}>
      <RuleCount client={client} />
      <Rules client={client} />
      <Issues client={client} />
    </Suspense>
  );
}

function App(props: { client: Client; queryClient: QueryClient; state?: DehydratedState | undefined }): ReactNode {
  return (
    <StrictMode>
      <QueryClientProvider client={props.queryClient}>
        <HydrationBoundary state={props.state}>
          <Page client={props.client} />
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Returns the page as HTML. */
export function renderPage(client: Client, queryClient: QueryClient): string {
  return renderToString(<App client={client} queryClient={queryClient} />);
}

/** Shows the page in an element; returns a function that removes it. */
export function showPage(element: Element, client: Client, queryClient: QueryClient): () => void {
  const root = createRoot(element);
  root.render(<App client={client} queryClient={queryClient} />);
  return () => root.unmount();
}

/** Hydrates a server-rendered page; returns a function that removes it. */
export function hydratePage(
  element: Element,
  client: Client,
  queryClient: QueryClient,
  state: DehydratedState,
  onRecoverableError: (error: unknown) => void,
): () => void {
  const root = hydrateRoot(element, <App client={client} queryClient={queryClient} state={state} />, {
    onRecoverableError,
  });
  return () => root.unmount();
}
