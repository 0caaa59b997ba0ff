import { findByObjectType } from '../contract/object-types.ts';
import { RowLink } from '../links/row-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';

/** Links the name of an object to its page. Objects of unknown types aren't linked. */
export function ObjectLink({ objectType, id, name }: { objectType: string; id: string; name: string }) {
  const type = findByObjectType(objectType)?.segment;
  if (type === undefined) return <Untrusted text={name} />;
  return (
    <RowLink to={`${type}/${encodeURIComponent(id)}`}>
      <Untrusted text={name} />
    </RowLink>
  );
}
