import { getScan, listScanResults } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { labelOf } from '../../shared/contract/labels.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { countOf, formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { shortenId } from '../../shared/ui/short-id.tsx';
import { EmptyState, ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import styles from './scans.module.css';

const FIRST: FirstColumn = {
  label: 'Object',
  field: 'aispm_friendly_name',
  render: ({ object_type, aispm_object_id, aispm_friendly_name }) =>
    aispm_object_id === null ? (
      'No longer retained'
    ) : (
      <ObjectLink
        objectType={String(object_type)}
        id={String(aispm_object_id)}
        name={String(aispm_friendly_name ?? shortenId(String(aispm_object_id)))}
      />
    ),
};

/** A scan, polled until it ends, and its results. */
export function ScanScreen() {
  const { id } = useParams({ from: '/w/$tenant/$workspace/scans/$id' });
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getScan, { id }));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={10} />;
  return (
    <article className={styles.scan}>
      <p>
        <WorkspaceLink to="scans">Scans</WorkspaceLink>
      </p>
      <h1>
        <Untrusted text={data.target} />
      </h1>
      <p role="status">
        {labelOf('ScanStatus', data.status)} · {data.tool_name} {data.tool_version} · started{' '}
        <Time value={data.started_at} /> · found{' '}
        <WorkspaceLink to={`scans/${encodeURIComponent(id)}`} search={{ result_kind: 'issue' }}>
          {countOf(data.detection_count, 'occurrence')}
        </WorkspaceLink>
        , resolved {formatNumber(data.resolution_count)}
        {data.error_message !== null && (
          <>
            {' · '}
            <Untrusted text={data.error_message} />
          </>
        )}
      </p>
      <p>
        <WorkspaceLink to="scans/compare" search={{ target: data.target, to: id }}>
          Compare with another scan
        </WorkspaceLink>
      </p>
      <ListScreen
        title="Results"
        isPart
        list="listScanResults"
        operation={listScanResults}
        fixed={{ id }}
        idField="scan_result_id"
        columns={['definitive_severity', 'change', 'object_type', 'result_kind', 'created_at']}
        first={FIRST}
        empty={<EmptyState title="No results">This scan found nothing.</EmptyState>}
      />
    </article>
  );
}
