import {
  createClient,
  listIssues,
  updateIssue,
  withWorkspace,
} from '@aispm/client';
import { infiniteQueryOptions, mutationOptions } from '@aispm/react-query';
import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';

const client = withWorkspace(
  createClient({ baseUrl: '/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

function Issues() {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(
    infiniteQueryOptions(client, listIssues, {
      severity: ['critical', 'high', 'medium'],
      page_size: 3,
    }),
  );
  const start = useMutation(mutationOptions(client, updateIssue));
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>Severity</th>
            <th>Issue</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {data?.pages
            .flatMap(({ items }) => items)
            .map(({ issue_id, definitive_severity, rule_name, status }) => (
              <tr key={issue_id}>
                <td>{definitive_severity}</td>
                <td>{rule_name}</td>
                <td>
                  {status === 'open' ? (
                    <button
                      type="button"
                      onClick={() =>
                        start.mutate({
                          id: issue_id,
                          body: { status: 'in_progress' },
                        })
                      }
                    >
                      Start work
                    </button>
                  ) : (
                    status
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <p>
        <button
          type="button"
          disabled={!hasNextPage}
          onClick={() => fetchNextPage()}
        >
          More
        </button>
      </p>
    </>
  );
}

const element = document.querySelector('#app');
if (element)
  createRoot(element).render(
    <QueryClientProvider client={new QueryClient()}>
      <Issues />
    </QueryClientProvider>,
  );
