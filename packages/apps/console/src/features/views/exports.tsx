import {
  download,
  downloadViewExport,
  exportView,
  getViewExport,
  hasEnded,
  listViewExports,
  type View,
  type ViewExport,
} from '@aispm/client';
import { infiniteQueryOptions, invalidateAfter, mutationOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { labelOf } from '../../shared/contract/labels.ts';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorState, explain, Loading } from '../../shared/ui/states.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { saveFile } from './save-file.ts';
import styles from './views.module.css';

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'ndjson', label: 'JSON lines' },
] as const;

/** Exports a view, shows the progress, and downloads the files of this and earlier exports. */
export function Exports({ view }: { view: View }) {
  const client = useWorkspaceClient();
  const query = useInfiniteQuery(infiniteQueryOptions(client, listViewExports, { id: view.id, page_size: 20 }));
  const start = useMutation(mutationOptions(client, exportView));
  const exports = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const active = exports.find(({ export_status }) => !hasEnded(export_status));
  return (
    <section aria-label="Exports" className={styles.view}>
      <h2>Exports</h2>
      <p>
        <Button
          kind="primary"
          isDisabled={start.isPending || active !== undefined}
          onClick={() => start.mutate({ id: view.id })}
        >
          Export view
        </Button>
      </p>
      {start.error !== null && <p role="alert">The export was not started. {explain(start.error)}</p>}
      <div role="status">{active !== undefined && <Progress key={active.export_workflow_id} export={active} />}</div>
      {query.error !== null ? (
        <ErrorState error={query.error} retry={query.refetch} />
      ) : query.isPending ? (
        <Loading rows={3} />
      ) : exports.length === 0 ? (
        <p className={styles.quiet}>This view has not been exported yet.</p>
      ) : (
        <ExportTable view={view} exports={exports} />
      )}
      {query.hasNextPage && (
        <Button isDisabled={query.isFetching} onClick={() => query.fetchNextPage()}>
          Show older exports
        </Button>
      )}
    </section>
  );
}

/** Polls an export until it ends, then refreshes the list. */
function Progress({ export: { view_id: id, export_workflow_id, export_status } }: { export: ViewExport }) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const { data, error } = useQuery(queryOptions(client, getViewExport, { id, export_workflow_id }));
  const status = data?.export_status ?? export_status;
  useEffect(() => {
    if (hasEnded(status)) void invalidateAfter(queries, client, exportView, {});
  }, [status, queries, client]);
  if (error !== null) return <p>The export continues, but its progress is unknown. {explain(error)}</p>;
  return (
    <p>
      <progress aria-label="Export" /> {status === 'queued' ? 'Waiting for a worker' : 'Writing the file'}
    </p>
  );
}

function ExportTable({ view, exports }: { view: View; exports: readonly ViewExport[] }) {
  return (
    <Table
      label="Exports"
      rows={exports}
      rowKey={({ export_workflow_id }) => export_workflow_id}
      columns={[
        { label: 'Requested', isHeader: true, render: ({ created_at }) => <Time value={created_at} /> },
        { label: 'Status', render: (viewExport) => <Status export={viewExport} /> },
        { label: 'Download', render: (viewExport) => <Downloads view={view} export={viewExport} /> },
        { label: 'Available until', render: ({ expires_at }) => <Time value={expires_at} /> },
      ]}
    />
  );
}

function Status({ export: { export_status, error_message } }: { export: ViewExport }) {
  if (error_message === null) return labelOf('ExportStatus', export_status);
  return (
    <>
      {labelOf('ExportStatus', export_status)}: <Untrusted text={error_message} />
    </>
  );
}

function Downloads({ view, export: { export_workflow_id, export_status, expires_at } }: DownloadsProps) {
  const client = useWorkspaceClient();
  const [bytes, setBytes] = useState<number>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (format: 'csv' | 'ndjson') => {
      const params = { id: view.id, export_workflow_id, format };
      await saveFile(await download(client, downloadViewExport, params), `${view.name}.${format}`, setBytes);
    },
  });
  if (export_status !== 'completed') return '–';
  if (expires_at !== null && Date.parse(expires_at) < Date.now()) return 'The file has expired. Export the view again.';
  return (
    <div className={styles.downloads}>
      {FORMATS.map(({ format, label }) => (
        <Button key={format} isDisabled={isPending} onClick={() => mutate(format)}>
          Download {label}
        </Button>
      ))}
      <span role="status">
        {error !== null ? `Not downloaded. ${explain(error)}` : bytes !== undefined && `${formatNumber(bytes)} bytes`}
      </span>
    </div>
  );
}

interface DownloadsProps {
  view: View;
  export: ViewExport;
}
