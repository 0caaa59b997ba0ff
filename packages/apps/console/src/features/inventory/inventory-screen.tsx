import { useParams } from '@tanstack/react-router';
import { findBySegment, OBJECT_OPERATIONS, OBJECT_TYPES, OBJECT_UPDATES } from '../../shared/contract/object-types.ts';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { useSelection } from '../../shared/table/selection.ts';
import { inSentence } from '../../shared/text/in-sentence.ts';
import { EmptyState, NotFound } from '../../shared/ui/states.tsx';
import { BulkUpdate } from './bulk-update.tsx';

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
  return <Inventory key={segment} type={type} first={first} />;
}

/** Whether objects of a type have labels and owners that users can change. */
function isChangeable(segment: string): segment is keyof typeof OBJECT_UPDATES {
  return segment in OBJECT_UPDATES;
}

function Inventory({ type, first }: { type: (typeof OBJECT_TYPES)[number]; first: FirstColumn }) {
  const { list, singular, plural, idField, columns, segment } = type;
  const selection = useSelection();
  return (
    <ListScreen
      title={plural}
      {...{ list, idField, columns, first, ...(isChangeable(segment) && { selection }) }}
      operation={OBJECT_OPERATIONS[segment].list}
      empty={
        <EmptyState title={`No ${inSentence(plural)} yet`}>
          Scans find them. Run <code>aispm-scan --upload</code> in a repository.
        </EmptyState>
      }
    >
      {isChangeable(segment) && (
        <BulkUpdate {...{ selection, segment }} singular={inSentence(singular)} plural={inSentence(plural)} />
      )}
    </ListScreen>
  );
}
