import { listFineGrainedIssues } from '@aispm/client';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { OCCURRENCE_FIRST } from './occurrence-column.tsx';

const COLUMNS = [
  'definitive_severity',
  'status',
  'aispm_friendly_name',
  'object_type',
  'first_seen_at',
  'last_seen_at',
];

/** Lists the occurrences of all issues. */
export function OccurrencesScreen() {
  return (
    <ListScreen
      title="Occurrences"
      list="listFineGrainedIssues"
      operation={listFineGrainedIssues}
      idField="fine_grained_issue_id"
      initialSort={{ sort: 'definitive_severity', order: 'DESC' }}
      columns={COLUMNS}
      first={OCCURRENCE_FIRST}
      empty={<EmptyState title="No occurrences yet">Run a scan or an evaluation to find issues.</EmptyState>}
    />
  );
}
