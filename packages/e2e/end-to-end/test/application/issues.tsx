/** The list of issues, an issue with its triage and its history, and the occurrences of issues. */
import {
  getIssue,
  type IssueStatus,
  type IssueUpdate,
  isApiError,
  listFineGrainedIssues,
  listIssueHistory,
  listIssues,
  type ObjectType,
  type Severity,
  updateIssue,
} from '@aispm/client';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { client } from './api.ts';
import { Count, Failure, List } from './components.tsx';
import { toHash, UNRESOLVED, useRoute } from './route.ts';

export function Issues() {
  const { all } = useRoute();
  const query = useInfiniteQuery(
    infiniteQueryOptions(client, listIssues, {
      severity: all<Severity>('severity'),
      status: all<IssueStatus>('status'),
      object_type: all<ObjectType>('object_type'),
      aispm_object_id: all('aispm_object_id'),
      asset_id: all('asset_id'),
      page_size: 10,
      include_total: true,
    }),
  );
  return (
    <List
      title="Issues"
      query={query}
      columns={['Severity', 'Issue', 'Status', 'Occurrences']}
      row={(issue) => [
        issue.definitive_severity,
        <a key="name" href={toHash(`issues/${issue.issue_id}`)}>
          {issue.rule_name}
        </a>,
        issue.status,
        <Count
          key="occurrences"
          of={issue.fine_grained_issue_count}
          path="occurrences"
          filters={{ issue_id: issue.issue_id, status: UNRESOLVED }}
        />,
      ]}
    />
  );
}

/** The statuses that a user may set, as the description of the operation documents. */
const CHANGES: Partial<Record<IssueStatus, readonly IssueUpdate[]>> = {
  open: [{ status: 'in_progress' }, { status: 'suppressed', status_reason: 'accepted_risk' }],
  in_progress: [{ status: 'resolved' }, { status: 'suppressed', status_reason: 'accepted_risk' }],
  suppressed: [{ status: 'open' }],
};

export function Issue({ id }: { id: string }) {
  const { data: issue, error, refetch } = useQuery(queryOptions(client, getIssue, { id }));
  const history = useInfiniteQuery(infiniteQueryOptions(client, listIssueHistory, { id, include_total: true }));
  const change = useMutation(mutationOptions(client, updateIssue));
  if (!issue) return <Failure error={error} />;
  const isOutdated = isApiError(change.error) && change.error.status === 412;
  return (
    <>
      <h1>{issue.rule_name}</h1>
      <p>
        Status: <output>{issue.status}</output>
      </p>
      {(CHANGES[issue.status] ?? []).map((body) => (
        <button
          key={body.status}
          type="button"
          disabled={change.isPending}
          onClick={() => change.mutate({ id, 'If-Match': issue.etag, body })}
        >
          {body.status}
        </button>
      ))}
      {isOutdated ? (
        <p role="alert">
          Someone else changed this issue.{' '}
          <button
            type="button"
            onClick={() => {
              change.reset();
              refetch();
            }}
          >
            Reload
          </button>
        </p>
      ) : (
        <Failure error={change.error} />
      )}
      <p>
        Occurrences:{' '}
        <Count of={issue.fine_grained_issue_count} path="occurrences" filters={{ issue_id: id, status: UNRESOLVED }} />,
        affected objects:{' '}
        <Count
          of={issue.total_affected_elements}
          path="occurrences"
          filters={{ issue_id: id, status: UNRESOLVED, by: 'object' }}
        />
      </p>
      <List
        title="History"
        query={history}
        columns={['Time', 'Status']}
        row={(entry) => [entry.changed_at, JSON.stringify(entry.after)]}
      />
    </>
  );
}

export function Occurrences() {
  const { all, get } = useRoute();
  const query = useInfiniteQuery(
    infiniteQueryOptions(client, listFineGrainedIssues, {
      issue_id: all('issue_id'),
      severity: all<Severity>('severity'),
      status: all<IssueStatus>('status'),
      aispm_object_id: all('aispm_object_id'),
      page_size: 100,
      include_total: true,
    }),
  );
  if (get('by') === 'object') {
    const items = query.data?.pages.flatMap((page) => page.items) ?? [];
    const names = new Map(items.map((item) => [item.aispm_object_id, item.aispm_friendly_name]));
    return (
      <ul aria-label="Affected objects">
        {[...names].map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    );
  }
  return (
    <List
      title="Occurrences"
      query={query}
      columns={['Severity', 'Object', 'Status']}
      row={(item) => [item.definitive_severity, item.aispm_friendly_name, item.status]}
    />
  );
}
