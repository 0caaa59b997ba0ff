import {
  type FineGrainedIssue,
  getFineGrainedIssue,
  listScanResults,
  listScans,
  paginate,
  type Scan,
  type ScanResult,
} from '@aispm/client';
import { queryKey, queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { labelOf } from '../../shared/contract/labels.ts';
import { findByObjectType } from '../../shared/contract/object-types.ts';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { shortenId } from '../../shared/ui/short-id.tsx';
import { EmptyState, ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { formatMinute } from '../../shared/ui/time.tsx';
import { compareResults } from './compare-results.ts';
import styles from './scans.module.css';

const PAGE_SIZE = 100;

/** Compares two scans of a target. */
export function CompareScansScreen() {
  const search = useSearch({ strict: false }) as Search;
  const [target = ''] = valuesOf(search, 'target');
  const client = useWorkspaceClient();
  const { data, error, refetch } = useQuery(
    queryOptions(client, listScans, { target, status: ['completed'], page_size: PAGE_SIZE }),
  );
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={8} />;
  const scans = (data as { items: Scan[] }).items.filter((scan) => scan.target === target);
  const to = scans.find(({ scan_id }) => scan_id === valuesOf(search, 'to')[0]) ?? scans[0];
  const others = scans.filter((scan) => scan !== to && scan.scan_type === to?.scan_type);
  const older = others.find(({ created_at }) => to !== undefined && created_at < to.created_at);
  const from = others.find(({ scan_id }) => scan_id === valuesOf(search, 'from')[0]) ?? older ?? others[0];
  return (
    <article className={styles.screen}>
      <p>
        <WorkspaceLink to="scans">Scans</WorkspaceLink>
      </p>
      <h1>Difference between two scans</h1>
      <p>
        Target: <Untrusted text={target} />
      </p>
      {to === undefined || from === undefined ? (
        <EmptyState title="Nothing to compare">
          This target needs two completed scans of the same type. Scan it again.
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <ScanChoice label="From" name="from" scans={scans.filter((scan) => scan !== to)} current={from} />
            <ScanChoice label="To" name="to" scans={scans} current={to} />
          </div>
          <Difference key={`${from.scan_id} ${to.scan_id}`} from={from} to={to} />
        </>
      )}
    </article>
  );
}

function ScanChoice({
  label,
  name,
  scans,
  current,
}: {
  label: string;
  name: string;
  scans: readonly Scan[];
  current: Scan;
}) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  return (
    <label>
      {label}{' '}
      <select
        value={current.scan_id}
        onChange={(event) =>
          void navigate({ to: '.', search: { ...search, [name]: event.target.value }, replace: true })
        }
      >
        {scans.map(({ scan_id, scan_type, created_at }) => (
          <option key={scan_id} value={scan_id}>
            {formatMinute(new Date(created_at))}, {labelOf('ScanType', scan_type)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Loads all results of a scan, with one request per 100 results. */
function useResults(id: string) {
  const client = useWorkspaceClient();
  return useQuery({
    queryKey: [...queryKey(client, listScanResults, { id }), 'all'],
    queryFn: async ({ signal }) => {
      const results: ScanResult[] = [];
      for await (const result of paginate(client, listScanResults, { id, page_size: PAGE_SIZE }, { signal })) {
        results.push(result);
      }
      return results;
    },
  });
}

function Difference({ from, to }: { from: Scan; to: Scan }) {
  const before = useResults(from.scan_id);
  const after = useResults(to.scan_id);
  const failed = [before, after].find(({ error }) => error !== null);
  if (failed !== undefined) return <ErrorState error={failed.error} retry={failed.refetch} />;
  if (before.data === undefined || after.data === undefined) return <Loading rows={6} />;
  const { newFindings, resolvedFindings, addedObjects, removedObjects } = compareResults(before.data, after.data);
  if (newFindings.length + resolvedFindings.length + addedObjects.length + removedObjects.length === 0) {
    return <EmptyState title="No difference">Both scans found the same objects and occurrences.</EmptyState>;
  }
  return (
    <>
      <Findings title="New occurrences" results={newFindings} />
      <Findings title="Resolved occurrences" results={resolvedFindings} />
      <Objects title="Added objects" results={addedObjects} />
      <Objects title="Removed objects" results={removedObjects} />
    </>
  );
}

function Findings({ title, results }: { title: string; results: readonly ScanResult[] }) {
  return (
    <section aria-label={title}>
      <h2>
        {title}: {formatNumber(results.length)}
      </h2>
      {results.map((result) => (
        <Finding key={result.scan_result_id} result={result} />
      ))}
    </section>
  );
}

/** An occurrence, whose message and issue are requested when the user opens it. */
function Finding({ result }: { result: ScanResult }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Severity value={result.definitive_severity} />{' '}
        {findByObjectType(result.object_type ?? '')?.singular ?? 'Object'} <Untrusted text={nameOf(result)} />
      </summary>
      {isOpen && result.fine_grained_issue_id !== null && <FindingDetails id={result.fine_grained_issue_id} />}
    </details>
  );
}

function FindingDetails({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getFineGrainedIssue, { id }));
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={1} />;
  const { issue_id, message, object_type, aispm_object_id, aispm_friendly_name }: FineGrainedIssue = data;
  return (
    <p>
      <WorkspaceLink to={`issues/${encodeURIComponent(issue_id)}`}>
        <Untrusted text={message} />
      </WorkspaceLink>{' '}
      on <ObjectLink objectType={object_type} id={aispm_object_id} name={aispm_friendly_name} />
    </p>
  );
}

function Objects({ title, results }: { title: string; results: readonly ScanResult[] }) {
  return (
    <section aria-label={title}>
      <h2>
        {title}: {formatNumber(results.length)}
      </h2>
      {results.length > 0 && (
        <Table
          label={title}
          rows={results}
          rowKey={({ scan_result_id }) => scan_result_id}
          columns={[
            {
              label: 'Type',
              render: ({ object_type }) => findByObjectType(object_type ?? '')?.singular ?? object_type,
            },
            {
              label: 'Object',
              isHeader: true,
              render: (result) => (
                <ObjectLink
                  objectType={result.object_type ?? ''}
                  id={result.aispm_object_id ?? ''}
                  name={nameOf(result)}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

function nameOf({ aispm_friendly_name, aispm_object_id }: ScanResult): string {
  return aispm_friendly_name ?? (aispm_object_id === null ? 'no longer retained' : shortenId(aispm_object_id));
}
