import { useParams } from '@tanstack/react-router';
import { ListScreen } from '../list/list-screen.tsx';
import type { FirstColumn } from '../ui/data-table.tsx';
import { EmptyState, NotFound } from '../ui/states.tsx';
import { ObjectLink } from './object-link.tsx';
import { findBySegment, OBJECT_OPERATIONS, OBJECT_TYPES } from './object-types.ts';

/** The first column of each list, by the part of its address. */
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

/** The list of one type of the inventory. */
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
