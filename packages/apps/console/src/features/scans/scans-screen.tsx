import { listScans } from '@aispm/client';
import { RowLink } from '../../shared/links/row-link.tsx';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { UploadButton } from './upload.tsx';

const FIRST: FirstColumn = {
  label: 'Target',
  field: 'target',
  render: (row) => (
    <RowLink to={`scans/${encodeURIComponent(String(row.scan_id))}`}>
      <Untrusted text={String(row.target)} />
    </RowLink>
  ),
};

/** Lists the scans, newest first. */
export function ScansScreen() {
  return (
    <ListScreen
      title="Scans"
      list="listScans"
      operation={listScans}
      idField="scan_id"
      initialSort={{ sort: 'created_at', order: 'DESC' }}
      columns={[
        'status',
        'is_current',
        'tool_name',
        'ai_object_count',
        'detection_count',
        'resolution_count',
        'created_at',
      ]}
      first={FIRST}
      actions={<UploadButton takesDrops />}
      empty={
        <EmptyState title="No scans yet" action={<UploadButton />}>
          Upload a report, or run <code>aispm-scan --upload</code> in a repository.
        </EmptyState>
      }
    />
  );
}
