import { listFineGrainedIssues } from '@aispm/client';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { OCCURRENCE_FIRST } from '../issues/occurrence-column.tsx';

/** The filter for an object's occurrences, by object type. */
export const OCCURRENCE_FILTERS: Record<string, string> = { asset: 'asset_id', location: 'location_id' };

/** Lists the occurrences on an object. */
export function ObjectIssues({ objectType, id }: { objectType: string; id: string }) {
  return (
    <ListScreen
      title="Occurrences"
      isPart
      list="listFineGrainedIssues"
      operation={listFineGrainedIssues}
      fixed={{ [OCCURRENCE_FILTERS[objectType] ?? 'aispm_object_id']: id }}
      idField="fine_grained_issue_id"
      initialSort={{ sort: 'definitive_severity', order: 'DESC' }}
      columns={['definitive_severity', 'status', 'confidence', 'first_seen_at', 'last_seen_at']}
      first={OCCURRENCE_FIRST}
      empty={<EmptyState title="No occurrences">Nothing was found on this object.</EmptyState>}
    />
  );
}
