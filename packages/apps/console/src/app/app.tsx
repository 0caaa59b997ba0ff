import { createClient } from '@aispm/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiProvider, currentUserQuery } from '../shared/api/api.tsx';
import { type Session, useSession } from '../shared/session/session.ts';
import { createAppRouter } from './router.tsx';
import { SignIn } from './sign-in.tsx';

export function App() {
  const session = useSession();
  return session === undefined ? <SignIn /> : <SignedIn key={session.token} session={session} />;
}

/** Everything that a session loads is gone with it, because it has its own cache. */
function SignedIn({ session }: { session: Session }) {
  const queries = useMemo(() => createQueryClient(session), [session]);
  const router = useMemo(createAppRouter, []);
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider session={session}>
        <RouterProvider router={router} />
      </ApiProvider>
    </QueryClientProvider>
  );
}

/** The client of the API retries, so that queries do not. */
function createQueryClient({ baseUrl, token, user }: Session): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
  // Signing in has requested the person already.
  if (user !== undefined) queries.setQueryData(currentUserQuery(createClient({ baseUrl, token })).queryKey, user);
  return queries;
}
