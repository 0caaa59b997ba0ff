import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { currentUserQuery, useClient } from '../shared/api/api.tsx';
import { EmptyState, ErrorState, Loading } from '../shared/ui/states.tsx';

/** Redirects to the first workspace that the key can access. */
export function DefaultWorkspace() {
  const { data, error, refetch } = useQuery(currentUserQuery(useClient()));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={6} />;
  const [first] = data.workspaces;
  if (first === undefined) {
    return (
      <EmptyState isScreen title="No workspace">
        Your API key doesn't have access to a workspace. Ask an administrator for another key.
      </EmptyState>
    );
  }
  const { tenant_id: tenant, workspace_id: workspace } = first;
  return <Navigate to="/w/$tenant/$workspace" params={{ tenant, workspace }} replace />;
}
