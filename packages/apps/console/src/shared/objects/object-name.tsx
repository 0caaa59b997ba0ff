import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../api/api.tsx';
import { findBySegment, OBJECT_OPERATIONS, type ObjectSegment } from '../contract/object-types.ts';
import { RowLink } from '../links/row-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import { ShortId } from '../ui/short-id.tsx';

/** Links to an object by ID, and requests its name. Shows the ID until the name has loaded. */
export function ObjectName({ segment, id }: { segment: ObjectSegment; id: string }) {
  const { data } = useQuery(queryOptions(useWorkspaceClient(), OBJECT_OPERATIONS[segment].get, { id }));
  const record: Record<string, unknown> = { ...data };
  const name = record[findBySegment(segment)?.nameField ?? ''];
  return (
    <RowLink to={`${segment}/${encodeURIComponent(id)}`}>
      {typeof name === 'string' ? <Untrusted text={name} /> : <ShortId id={id} />}
    </RowLink>
  );
}
