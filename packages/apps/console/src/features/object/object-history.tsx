import { type FineGrainedIssue, getIssueHistogram, listFineGrainedIssues } from '@aispm/client';
import { infiniteQueryOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { SEVERITY_SERIES } from '../../shared/chart/histogram.tsx';
import { StackedBars } from '../../shared/chart/stacked-bars.tsx';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { EmptyState, ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { type HistoryEvent, toEvents } from './history-events.ts';
import styles from './object.module.css';
import { OCCURRENCE_FILTERS } from './object-issues.tsx';

const DAYS = 90;
const DAY_MS = 86_400_000;
const PAGE_SIZE = 100;
const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The history of an object: unresolved issues over time, and when occurrences were found and resolved. */
export default function ObjectHistory({ objectType, id, record }: ObjectHistoryProps) {
  return (
    <>
      {objectType !== 'location' && <IssuesOverTime objectType={objectType} id={id} />}
      <Events objectType={objectType} id={id} record={record} />
    </>
  );
}

/** Properties of {@link ObjectHistory}. */
export interface ObjectHistoryProps {
  objectType: string;
  id: string;
  /** The object, with its timestamps. */
  record: Record<string, unknown>;
}

function IssuesOverTime({ objectType, id }: { objectType: string; id: string }) {
  const [end] = useState(() => Math.ceil(Date.now() / DAY_MS) * DAY_MS - 1);
  const { data, error, refetch } = useQuery(
    queryOptions(useWorkspaceClient(), getIssueHistogram, {
      start_time: new Date(end - DAYS * DAY_MS).toISOString(),
      end_time: new Date(end).toISOString(),
      interval: 'week',
      ...(objectType === 'asset' ? { asset_id: [id] } : { aispm_object_id: [id] }),
    }),
  );
  return (
    <section aria-label="Unresolved issues by week">
      <h2>Unresolved issues by week</h2>
      {error !== null ? (
        <ErrorState error={error} retry={refetch} />
      ) : data === undefined ? (
        <Loading rows={5} />
      ) : data.counts.every(({ critical, high, other }) => critical + high + other === 0) ? (
        <p className={styles.note}>No unresolved issues in the last {DAYS} days.</p>
      ) : (
        <StackedBars
          label="Unresolved issues by week"
          period="Week from"
          series={SEVERITY_SERIES}
          bars={data.counts.map(({ bucket_start, critical, high, other }) => ({
            label: format.format(new Date(bucket_start)),
            values: { critical, high, other },
          }))}
        />
      )}
    </section>
  );
}

function Events({ objectType, id, record }: ObjectHistoryProps) {
  const query = useInfiniteQuery(
    infiniteQueryOptions(useWorkspaceClient(), listFineGrainedIssues, {
      [OCCURRENCE_FILTERS[objectType] ?? 'aispm_object_id']: [id],
      sort: 'last_seen_at',
      order: 'DESC',
      page_size: PAGE_SIZE,
    }),
  );
  const occurrences: FineGrainedIssue[] = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const events = toEvents(record, occurrences);
  return (
    <section aria-label="Changes">
      <h2>Changes</h2>
      {query.error !== null ? (
        <ErrorState error={query.error} retry={query.refetch} />
      ) : query.isPending ? (
        <Loading rows={5} />
      ) : events.length === 0 ? (
        <EmptyState title="No changes">This object hasn't changed since it was found.</EmptyState>
      ) : (
        <Table
          label="Changes"
          rows={events}
          rowKey={({ key }) => key}
          columns={[
            { label: 'When', isHeader: true, render: ({ at }) => <Time value={at} /> },
            { label: 'What', render: ({ what }) => what },
            { label: 'Details', render: (event) => <Details event={event} /> },
          ]}
        />
      )}
      {query.hasNextPage && (
        <Button isDisabled={query.isFetching} onClick={() => query.fetchNextPage()}>
          Show changes of more occurrences
        </Button>
      )}
      <p className={styles.note}>The API doesn't store earlier values of properties.</p>
    </section>
  );
}

function Details({ event: { occurrence, scanId } }: { event: HistoryEvent }) {
  return (
    <>
      {occurrence !== undefined && (
        <>
          <Severity value={occurrence.definitive_severity} />{' '}
          <WorkspaceLink to={`issues/${encodeURIComponent(occurrence.issue_id)}`}>
            <Untrusted text={occurrence.message} />
          </WorkspaceLink>{' '}
        </>
      )}
      {scanId !== undefined && <WorkspaceLink to={`scans/${encodeURIComponent(scanId)}`}>Scan</WorkspaceLink>}
    </>
  );
}
