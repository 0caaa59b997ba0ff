import {
  type Client,
  createClient,
  getCurrentUser,
  isApiError,
  type WorkspaceClient,
  withWorkspace,
} from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { endSession, type Session } from '../session/session.ts';

const ApiContext = createContext<Client | undefined>(undefined);

/** Provides the session's client to the components below. The session ends when the API rejects its key. */
export function ApiProvider({ session, children }: { session: Session; children: ReactNode }) {
  const { baseUrl, token } = session;
  const client = useMemo(() => {
    return createClient({
      baseUrl,
      token,
      hooks: {
        response: (_, { status }) => {
          if (status === 401) endSession();
        },
      },
    });
  }, [baseUrl, token]);
  return <ApiContext value={client}>{children}</ApiContext>;
}

/** Returns the client without a workspace, for settings. */
export function useClient(): Client {
  const client = useContext(ApiContext);
  if (client === undefined) throw new Error('useClient needs an ApiProvider above it.');
  return client;
}

/** Returns the client for the workspace in the page's URL. */
export function useWorkspaceClient(): WorkspaceClient {
  const client = useClient();
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  return useMemo(
    () => withWorkspace(client, { tenant_id: tenant, workspace_id: workspace }),
    [client, tenant, workspace],
  );
}

/** The query for the signed-in user and the workspaces that the key can access. */
export function currentUserQuery(client: Client) {
  return {
    ...queryOptions(client, getCurrentUser, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  };
}

/** Whether the key can make changes. True until that's known: the API rejects changes without the required access. */
export function useCanWrite(): boolean {
  return useQuery(currentUserQuery(useClient())).data?.access !== 'read';
}

/** Whether a request failed for lack of access, so that retrying is pointless. */
export function isForbidden(error: unknown): boolean {
  return isApiError(error) && error.status === 403;
}
