import { listViews } from '@aispm/client';
import { RowLink } from '../../shared/links/row-link.tsx';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';

const FIRST: FirstColumn = {
  label: 'Name',
  field: 'name',
  render: (row) => (
    <RowLink to={`views/${encodeURIComponent(String(row.id))}`}>
      <Untrusted text={String(row.name)} />
    </RowLink>
  ),
};

/** Lists the saved views of all lists. */
export function ViewsScreen() {
  return (
    <ListScreen
      title="Views"
      list="listViews"
      operation={listViews}
      idField="id"
      columns={['entity', 'filters', 'updated_at']}
      first={FIRST}
      empty={<EmptyState title="No views yet">Filter a list, then save it under Views.</EmptyState>}
    />
  );
}
