import { useParams } from '@tanstack/react-router';
import { findBySegment, OBJECT_OPERATIONS, OBJECT_TYPES } from '../../shared/contract/object-types.ts';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { EmptyState, NotFound } from '../../shared/ui/states.tsx';

/** The first column of each list, by path segment. */
const FIRST: Record<string, FirstColumn> = Object.fromEntries(
  OBJECT_TYPES.map(({ segment, singular, idField, nameField, objectType }) => [
    segment,
    {
      label: singular,
      field: nameField,
      render: (row) => <ObjectLink objectType={objectType} id={String(row[idField])} name={String(row[nameField])} />,
    },
  ]),
);

/** Lists the objects of one type. */
export function InventoryScreen() {
  const { type: segment } = useParams({ from: '/w/$tenant/$workspace/$type' });
  const type = findBySegment(segment);
  const first = FIRST[segment];
  if (type === undefined || first === undefined) return <NotFound />;
  const { list, plural, idField, columns } = type;
  return (
    <ListScreen
      key={list}
      title={plural}
      {...{ list, idField, columns, first }}
      operation={OBJECT_OPERATIONS[type.segment].list}
      empty={
        <EmptyState title={`No ${plural.toLowerCase()} yet`}>
          Scans find them. Run <code>aispm-scan --upload</code> in a repository.
        </EmptyState>
      }
    />
  );
}
