import { useParams } from '@tanstack/react-router';
import { ListScreen } from '../list/list-screen.tsx';
import { EmptyState, NotFound } from '../ui/states.tsx';
import { ObjectLink } from './object-link.tsx';
import { findBySegment, OBJECT_OPERATIONS } from './object-types.ts';

/** The list of one type of the inventory. */
export function InventoryScreen() {
  const { type: segment } = useParams({ from: '/w/$tenant/$workspace/$type' });
  const type = findBySegment(segment);
  if (type === undefined) return <NotFound />;
  const { list, plural, singular, idField, nameField, columns, objectType } = type;
  return (
    <ListScreen
      key={list}
      title={plural}
      {...{ list, idField, columns }}
      operation={OBJECT_OPERATIONS[type.segment].list}
      first={{
        label: singular,
        field: nameField,
        render: (row) => <ObjectLink objectType={objectType} id={String(row[idField])} name={String(row[nameField])} />,
      }}
      empty={
        <EmptyState title={`No ${plural.toLowerCase()} yet`}>
          Scans find them. Run <code>npx @aispm/scanner --upload</code> in a repository.
        </EmptyState>
      }
    />
  );
}
