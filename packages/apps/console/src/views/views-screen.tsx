import { listViews } from '@aispm/client';
import { WorkspaceLink } from '../app/workspace-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import { EmptyState } from '../ui/states.tsx';

/** The saved views of all lists. */
export function ViewsScreen() {
  return (
    <ListScreen
      title="Views"
      list="listViews"
      operation={listViews}
      idField="id"
      columns={['entity', 'filters', 'updated_at']}
      first={{
        label: 'Name',
        field: 'name',
        render: (row) => (
          <WorkspaceLink to={`views/${encodeURIComponent(String(row.id))}`}>
            <Untrusted text={String(row.name)} />
          </WorkspaceLink>
        ),
      }}
      empty={<EmptyState title="No views yet">Filter a list, open Views above it, and save it.</EmptyState>}
    />
  );
}
