import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../api/api.tsx';
import { findBySegment, OBJECT_OPERATIONS, type ObjectSegment } from '../contract/object-types.ts';
import { RowLink } from '../links/row-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import { ShortId } from '../ui/short-id.tsx';

/** The name of an object of which only the ID is known, as a link to it; the ID until the name is loaded. One request. */
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
