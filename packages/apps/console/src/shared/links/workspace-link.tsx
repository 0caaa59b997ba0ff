import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from './search.ts';

/** A link to a screen of the workspace, such as `issues` with the filters in `search`. */
export function WorkspaceLink({ to, search = {}, children }: { to: string; search?: Search; children: ReactNode }) {
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  return (
    <Link to={`/w/$tenant/$workspace/${to}` as '/w/$tenant/$workspace'} params={{ tenant, workspace }} search={search}>
      {children}
    </Link>
  );
}
