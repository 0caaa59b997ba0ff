import { Link, useParams } from '@tanstack/react-router';
import { Untrusted } from '../text/untrusted.tsx';
import { findByObjectType } from './object-types.ts';

/** The name of an object as a link to its page; as text if the console does not know its type. */
export function ObjectLink({ objectType, id, name }: { objectType: string; id: string; name: string }) {
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const type = findByObjectType(objectType)?.segment;
  if (type === undefined) return <Untrusted text={name} />;
  return (
    <Link to="/w/$tenant/$workspace/$type/$id" params={{ tenant, workspace, type, id }} preload={false}>
      <Untrusted text={name} />
    </Link>
  );
}
