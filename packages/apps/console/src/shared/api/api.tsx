import {
  type Client,
  createClient,
  getCurrentUser,
  isApiError,
  type WorkspaceClient,
  withWorkspace,
} from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { endSession, type Session } from '../session/session.ts';

const ApiContext = createContext<Client | undefined>(undefined);

/** Gives the components below it the client of a session. A key that is no longer accepted ends the session. */
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

/** The client without a workspace, for settings. */
export function useClient(): Client {
  const client = useContext(ApiContext);
  if (client === undefined) throw new Error('useClient needs an ApiProvider above it.');
  return client;
}

/** The client of the workspace in the address of the page. */
export function useWorkspaceClient(): WorkspaceClient {
  const client = useClient();
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  return useMemo(
    () => withWorkspace(client, { tenant_id: tenant, workspace_id: workspace }),
    [client, tenant, workspace],
  );
}

/** The person who has signed in, and the workspaces that the key may use. */
export function currentUserQuery(client: Client) {
  return {
    ...queryOptions(client, getCurrentUser, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  };
}

/** Whether the failure is a lack of access, which no second attempt changes. */
export function isForbidden(error: unknown): boolean {
  return isApiError(error) && error.status === 403;
}
