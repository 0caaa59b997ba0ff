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

/** Each session has its own cache, so that signing out discards everything it loaded. */
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

/** The API client retries, so queries don't. */
function createQueryClient({ baseUrl, token, user }: Session): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
  // Signing in has already requested the user.
  if (user !== undefined) queries.setQueryData(currentUserQuery(createClient({ baseUrl, token })).queryKey, user);
  return queries;
}
