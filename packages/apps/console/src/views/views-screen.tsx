import { listViews } from '@aispm/client';
import { RowLink } from '../app/row-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import type { FirstColumn } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states.tsx';

const FIRST: FirstColumn = {
  label: 'Name',
  field: 'name',
  render: (row) => (
    <RowLink to={`views/${encodeURIComponent(String(row.id))}`}>
      <Untrusted text={String(row.name)} />
    </RowLink>
  ),
};

/** The saved views of all lists. */
export function ViewsScreen() {
  return (
    <ListScreen
      title="Views"
      list="listViews"
      operation={listViews}
      idField="id"
      columns={['entity', 'filters', 'updated_at']}
      first={FIRST}
      empty={<EmptyState title="No views yet">Filter a list, open Views above it, and save it.</EmptyState>}
    />
  );
}
