import { findByObjectType } from '../contract/object-types.ts';
import { RowLink } from '../links/row-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';

/** The name of an object as a link to its page; as text if the console does not know its type. */
export function ObjectLink({ objectType, id, name }: { objectType: string; id: string; name: string }) {
  const type = findByObjectType(objectType)?.segment;
  if (type === undefined) return <Untrusted text={name} />;
  return (
    <RowLink to={`${type}/${encodeURIComponent(id)}`}>
      <Untrusted text={name} />
    </RowLink>
  );
}
